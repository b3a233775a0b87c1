// Shares how an evening ended: a picture of the ranking and the curve, and the text, by the phone's own
// share sheet. Where there is none, the text is copied.
const place = document.querySelector("[data-finish]");
const text = place?.querySelector("textarea");
const chart = document.querySelector(".chart-card svg");

const WIDTH = 1080;
const PAD = 64;
const ROW = 76;

const colour = (element, of = "color") => getComputedStyle(element)[of];

const drawRanking = (pen, top) => {
  let y = top;
  for (const line of place.querySelectorAll(".finish__place")) {
    const [number, name, points] = line.children;
    y += ROW;
    pen.font = `${line.matches(".finish__place--first") ? 700 : 500} 44px sans-serif`;
    pen.fillStyle = colour(name);
    pen.textAlign = "start";
    pen.fillText(`${number.textContent}  ${name.textContent}`, PAD, y, WIDTH - 2 * PAD - 240);
    pen.fillStyle = colour(points);
    pen.textAlign = "end";
    pen.fillText(points.textContent, WIDTH - PAD, y);
  }
  return y;
};

// The curve as it stands on the page: its lines in their colours, scaled to the picture.
const drawCurve = (pen, top) => {
  const { width, height } = chart.viewBox.baseVal;
  const scale = (WIDTH - 2 * PAD) / width;
  pen.save();
  pen.translate(PAD, top);
  pen.scale(scale, scale);
  for (const line of chart.querySelectorAll("path, polyline, line")) {
    const path = line.tagName === "path" ? new Path2D(line.getAttribute("d")) : new Path2D();
    if (line.tagName === "polyline") for (const { x, y } of line.points) path.lineTo(x, y);
    if (line.tagName === "line") {
      const { x1, y1, x2, y2 } = line;
      path.moveTo(x1.baseVal.value, y1.baseVal.value);
      path.lineTo(x2.baseVal.value, y2.baseVal.value);
    }
    pen.strokeStyle = colour(line, "stroke");
    pen.lineWidth = parseFloat(colour(line, "strokeWidth")) || 1;
    if (pen.strokeStyle !== "none") pen.stroke(path);
  }
  for (const label of chart.querySelectorAll("text")) {
    pen.fillStyle = colour(label, "fill");
    pen.font = `${colour(label, "fontSize")} sans-serif`;
    pen.textAlign = { middle: "center", end: "end" }[colour(label, "textAnchor")] ?? "start";
    pen.fillText(label.textContent, label.x.baseVal[0]?.value ?? 0, label.y.baseVal[0]?.value ?? 0);
  }
  pen.restore();
  return top + height * scale;
};

const picture = async () => {
  const rows = place.querySelectorAll(".finish__place").length;
  const box = chart?.viewBox.baseVal;
  const curve = box?.width ? (box.height / box.width) * (WIDTH - 2 * PAD) + PAD : 0;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = 3.6 * PAD + rows * ROW + curve + PAD;
  const pen = canvas.getContext("2d");
  pen.fillStyle = colour(document.body, "backgroundColor");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = colour(place);
  pen.font = "700 56px sans-serif";
  pen.fillText(place.querySelector("h2").textContent, PAD, 2 * PAD, WIDTH - 2 * PAD);
  pen.font = "400 34px sans-serif";
  pen.fillText(text.value.split("\n")[0], PAD, 2.8 * PAD, WIDTH - 2 * PAD);
  const end = drawRanking(pen, 3 * PAD);
  if (curve) drawCurve(pen, end + PAD);
  const blob = await new Promise((done) => { canvas.toBlob(done, "image/png"); });
  return new File([blob], "chouette.png", { type: "image/png" });
};

const share = async () => {
  const files = [await picture()];
  const whole = { text: text.value, files };
  // Some phones share texts only.
  await navigator.share(navigator.canShare?.(whole) ? whole : { text: text.value }).catch(() => {});
};

// Over plain http a browser copies only what is selected, and that must be seen.
const copySelected = () => {
  text.closest("details").open = true;
  text.select();
  return document.execCommand("copy");
};

const copy = async () => {
  const isCopied = window.isSecureContext
    ? await navigator.clipboard.writeText(text.value).then(() => true, () => false)
    : copySelected();
  place.querySelector("[data-shared]").textContent = isCopied ? place.dataset.sayCopied : "";
};

if (place) {
  const [shared, copied] = [place.querySelector("[data-share]"), place.querySelector("[data-share-text]")];
  shared.hidden = !navigator.share;
  copied.hidden = false;
  shared.addEventListener("click", share);
  copied.addEventListener("click", copy);
}
