// What every page does in the browser: keys for forms, motion of what really moved, notices, theme.
import { armKeys } from "./keys.js";
import { armMotion } from "./motion.js";
import { armNotices } from "./notices.js";
import { armTheme } from "./switch.js";

armKeys();
armMotion();
armNotices();
armTheme();
