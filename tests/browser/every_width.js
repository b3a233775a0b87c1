// What is wrong with the page as it is shown now, one sentence each: called with the page's width.
() => {
  const found = new Set();
  const wide = document.documentElement.clientWidth;
  const named = (one) => {
    const kind = one.classList?.length ? `.${[...one.classList].join(".")}` : "";
    const words = (one.innerText || one.value || one.getAttribute("aria-label") || "").trim().replace(/\s+/g, " ");
    return `${one.tagName.toLowerCase()}${one.id ? `#${one.id}` : ""}${kind} “${words.slice(0, 50)}”`;
  };
  const round = (number) => Math.round(number * 10) / 10;
  const style = new Map();
  const styled = (one) => style.get(one) ?? style.set(one, getComputedStyle(one)).get(one);
  // Words for screen readers only are in a box of one pixel.
  const unseen = (one) => {
    for (let at = one; at && at !== document.body; at = at.parentElement) {
      const { width, height } = at.getBoundingClientRect();
      const clips = styled(at).overflowX !== "visible" || styled(at).clipPath !== "none";
      if (clips && (width <= 1 || height <= 1)) return true;
      if (styled(at).opacity === "0") return true;
    }
    return false;
  };
  const within = (one, test) => {
    for (let at = one.parentElement; at && at !== document.body; at = at.parentElement) if (test(styled(at), at)) return at;
    return null;
  };
  const scrolls = (css) => css.overflowX === "auto" || css.overflowX === "scroll";
  const shown = [...document.body.querySelectorAll("*")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !unseen(one) && !one.closest("svg svg, datalist, option"));

  // The page is no wider than the screen, and nothing sticks out of it.
  const over = document.documentElement.scrollWidth - wide;
  if (over > 0) found.add(`the page scrolls sideways by ${over} px`);
  for (const one of shown) {
    if (one.closest("svg") && one.tagName !== "svg") continue;
    const box = one.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    if ((box.right > wide + 1 || box.left < -1) && !within(one, (css) => scrolls(css) || css.overflowX !== "visible")) {
      found.add(`${named(one)} reaches from ${round(box.left)} to ${round(box.right)}`);
    }
  }

  // What is meant to scroll sideways can be scrolled by keys; nothing else does, and no words are cut.
  const meant = "[tabindex='0'], .sheet-scroll, .paper .page, .choices--rounds, textarea, pre, select";
  // A name on the two buttons of a result is cut after its second line, so that all rows are alike.
  const whole = (one) => one.closest("[title], .choice__name");
  for (const one of shown) {
    const css = styled(one);
    if (scrolls(css) && one.scrollWidth > one.clientWidth + 1 && !one.matches(meant)) {
      found.add(`${named(one)} scrolls sideways by ${one.scrollWidth - one.clientWidth} px`);
    }
    if (scrolls(css) && one.scrollWidth > one.clientWidth + 1 && css.maskImage === "none" && !one.matches("textarea, select, :focus-visible")) {
      found.add(`${named(one)} does not say at its edge that it goes on`);
    }
    if (["hidden", "clip"].includes(css.overflowX) && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1) {
      if (!whole(one) && one.innerText?.trim()) found.add(`${named(one)} is cut: ${one.scrollWidth} of ${one.clientWidth} px`);
    }
    if (["hidden", "clip"].includes(css.overflowY) && one.scrollHeight > one.clientHeight + 3 && one.clientHeight > 1 && !whole(one) && one.innerText?.trim()) {
      found.add(`${named(one)} is cut: ${one.scrollHeight} of ${one.clientHeight} px high`);
    }
  }

  // What is chosen, or what an empty field says, is read to its end; rows of the database have words of their own.
  const pen = document.createElement("canvas").getContext("2d");
  for (const one of shown.filter((one) => one.matches("select, input[placeholder]"))) {
    if (/^\w{16}$/.test(one.value)) continue;
    const words = one.matches("select") ? one.selectedOptions[0]?.text : one.value ? "" : one.placeholder;
    const css = styled(one);
    pen.font = `${css.fontWeight} ${css.fontSize} ${css.fontFamily}`;
    const room = one.clientWidth - parseFloat(css.paddingLeft) - parseFloat(css.paddingRight) - (one.matches("select, [list]") ? 20 : 0);
    const needs = pen.measureText((words ?? "").trim()).width;
    if (one.clientWidth > 1 && needs > room + 1) found.add(`${named(one)} says “${words}” in ${round(needs)} px, and has ${round(room)}`);
  }

  // What can be tapped is large enough, and nothing lies over it.
  const taps = shown.filter((one) => one.matches("a[href], button, summary, select, input:not([type=hidden]), textarea") && !one.closest("[inert], .paper"));
  const above = (one) => within(one, (css) => css.position === "fixed" || css.position === "sticky") ?? (["fixed", "sticky"].includes(styled(one).position) ? one : null);
  const boxes = [];
  for (const one of taps) {
    const label = one.matches("input[type=radio], input[type=checkbox]") ? one.closest("label") : null;
    const target = label ?? one;
    const box = target.getBoundingClientRect();
    const inText = styled(one).display === "inline" && one.tagName === "A";
    if (!inText && (box.width < 24 || box.height < 24)) found.add(`${named(target)} is ${round(box.width)} x ${round(box.height)} px`);
    if (one.matches("button, .button") && !one.disabled && box.height < 43.5) found.add(`${named(one)} is ${round(box.height)} px high`);
    // What a box of its own scrolls away lies under nothing.
    const shownIn = within(target, (css) => scrolls(css) || css.overflowY === "auto" || css.overflowY === "scroll")?.getBoundingClientRect();
    for (const part of target.getClientRects()) {
      const top = Math.max(part.top, shownIn?.top ?? part.top);
      const bottom = Math.min(part.bottom, shownIn?.bottom ?? part.bottom);
      if (top < bottom) boxes.push([target, { left: part.left, right: part.right, top, bottom }, above(target)]);
    }
  }
  boxes.sort((a, b) => a[1].top - b[1].top);
  boxes.forEach(([one, box, over], at) => {
    for (let next = at + 1; next < boxes.length && boxes[next][1].top < box.bottom - 2; next += 1) {
      const [other, there, overOther] = boxes[next];
      if (one === other || over !== overOther || one.contains(other) || other.contains(one)) continue;
      const across = Math.min(box.right, there.right) - Math.max(box.left, there.left);
      const down = Math.min(box.bottom, there.bottom) - there.top;
      if (across > 2 && down > 2) found.add(`${named(one)} and ${named(other)} overlap by ${round(across)} x ${round(down)} px`);
    }
  });
  return [...found];
}
