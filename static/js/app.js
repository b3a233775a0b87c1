// What every page does in the browser: keys for forms, motion of what really moved, notices, theme.
import { armAlerts } from "./alerts.js";
import { armAwake } from "./awake.js";
import { armBeyond } from "./beyond.js";
import { armKeys } from "./keys.js";
import { armMotion } from "./motion.js";
import { armNotices } from "./notices.js";
import { armSeveral } from "./several.js";
import { armShell } from "./shell.js";
import { armTheme } from "./switch.js";
import { armTyped } from "./typed.js";

armKeys();
armMotion();
armNotices();
armTheme();
armAlerts();
armAwake();
armBeyond();
armSeveral();
armShell();
armTyped();
// Of a form that comes back, what was not taken is seen first, or how a list of names was read.
const first = document.querySelector("#faults") ?? document.querySelector("main [aria-invalid=true]") ?? document.querySelector("#read");
first?.focus({ preventScroll: true });
first?.scrollIntoView({ block: "center" });
// What is chosen in a list's filters applies at once; without scripts a button does it.
document.addEventListener("change", ({ target }) => { target.closest("form[data-at-once]")?.requestSubmit(); });
// Safari shows what a finger is on only where somebody listens for touches.
document.addEventListener("touchstart", () => {}, { passive: true });
