// Words that stand out too little from what is behind them, in the light or dark that is on.
() => {
  const parts = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const layer = (over, under) => {
    const alpha = over[3] ?? 1;
    return [0, 1, 2].map((at) => over[at] * alpha + under[at] * (1 - alpha));
  };
  const light = (colour) => {
    const [red, green, blue] = colour.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const plain = (colour) => {
    if (/^rgba?\(/.test(colour)) return parts(colour);
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const behind = (one) => {
    const over = [];
    for (let at = one; at; at = at.parentElement) {
      const css = getComputedStyle(at);
      if (css.backgroundImage !== "none") return null;
      const colour = plain(css.backgroundColor);
      if ((colour[3] ?? 1) > 0) over.push(colour);
      if ((colour[3] ?? 1) === 1) break;
    }
    let found = getComputedStyle(document.documentElement).colorScheme === "dark" ? [0, 0, 0] : [255, 255, 255];
    for (const colour of over.reverse()) found = layer(colour, found);
    return found;
  };
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const words = texts.currentNode.data.trim().replace(/\s+/g, " ");
    const one = texts.currentNode.parentElement;
    if (!words || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (one.closest("svg, [disabled], [aria-disabled=true], option, script, style, template")) continue;
    const css = getComputedStyle(one);
    const back = behind(one);
    if (!back) continue;
    let opacity = 1;
    for (let at = one; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    const ink = plain(css.color);
    const [first, second] = [light(layer([ink[0], ink[1], ink[2], (ink[3] ?? 1) * opacity], back)), light(back)].sort((a, b) => b - a);
    const contrast = (first + 0.05) / (second + 0.05);
    const size = parseFloat(css.fontSize);
    const least = size >= 24 || (size >= 18.66 && Number(css.fontWeight) >= 700) ? 3 : 4.5;
    if (contrast < least - 0.02) found.add(`“${words.slice(0, 50)}” (${one.tagName.toLowerCase()}.${one.className}) has a contrast of ${contrast.toFixed(2)}`);
  }
  return [...found];
}
