// What the board says: the names of its places for people who cannot see it, and sentences about steps.
import { filled } from "./words.js";

export class Words {
  // place: the element with the sentences, data-say-…; look: which number stands at a field
  constructor(place, look) {
    this.texts = place.dataset;
    this.look = look;
  }

  say(name, values = {}) { return filled(this.texts[`say${name}`] ?? "", values); }

  name(place) {
    if (place.startsWith("bar")) return this.say("Bar");
    if (place.startsWith("off")) return this.say("Off");
    return this.say("Point", { number: this.look.label(place) });
  }

  // Whose checkers lie on a place: “3 of yours”.
  held(place, state, pieces) {
    const parts = [0, 1].map((side) => {
      const there = pieces.filter((one) => one.place === place && one.side === side);
      const count = there.length;
      if (!count) return "";
      const whose = side === state.side ? "Yours" : "Theirs";
      const kind = there[0].kind.replace(/^./, (letter) => letter.toUpperCase());
      const name = `say${whose}${kind}` in this.texts ? `${whose}${kind}` : whose;
      return this.say(name, { count, name: state.names[side] });
    });
    return parts.filter(Boolean).join(", ") || this.say("Empty");
  }

  step([from, to, , , others]) {
    const said = this.say("Step", { from: this.name(from), to: this.name(to) });
    return others.some(([, target]) => !target || target.startsWith("bar")) ? `${said} ${this.say("Hit")}` : said;
  }

  // All buttons get their names: number, checkers, and what can be done there now.
  label(stage, state, pieces, { sources, chosen, targets, back }) {
    for (const button of stage.querySelectorAll("[data-place]")) {
      const { place } = button.dataset;
      const sides = place === "bar" || place === "off" ? [`${place}0`, `${place}1`] : [place];
      const held = sides.map((one) => this.held(one, state, pieces)).filter((one) => one !== this.say("Empty"));
      const parts = [`${this.name(place)}: ${held.join(", ") || this.say("Empty")}`];
      const is = (places) => sides.some((one) => places.includes(one));
      if (chosen && is([chosen])) parts.push(this.say("Chosen"));
      else if (is(targets)) parts.push(this.say("Lands"));
      else if (is(sources)) parts.push(this.say("Moves"));
      else if (is(back)) parts.push(this.say("Retracts"));
      const text = parts.join(". ");
      if (button.getAttribute("aria-label") !== text) button.setAttribute("aria-label", text);
      const does = is(sources) || is(targets) || is(back);
      button.classList.toggle("place--does", does);
      button.setAttribute("aria-pressed", String(Boolean(chosen && is([chosen]))));
      button.tabIndex = does ? 0 : -1;
    }
    if (!stage.querySelector("[data-place][tabindex='0']")) stage.querySelector("[data-place]").tabIndex = 0;
  }
}
