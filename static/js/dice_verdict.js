// The verdict on a game's dice, worked out here: the page only brings the data and the sentences.
import { problems, proofOf } from "./dice_proof.js";
import { filled } from "./words.js";

const byId = (id) => document.getElementById(id);
const made = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });

const sentences = JSON.parse(byId("dice-words").textContent);
const given = byId("dice-proof").textContent;
const verdict = byId("dice-verdict");
const field = byId("dice-text");
const mail = byId("dice-mailed");

const list = (found) => {
  const shown = document.createElement("ul");
  shown.append(...found.map((problem) => made("li", filled(sentences[problem.code], problem))));
  return shown;
};

const mark = (found) => {
  for (const row of document.querySelectorAll(".dice-roll--wrong")) row.classList.remove("dice-roll--wrong");
  for (const { number } of found) {
    const row = byId(`roll-${number}`);
    row?.classList.add("dice-roll--wrong");
    row?.closest("details").setAttribute("open", "");
  }
};

const judge = (text) => {
  const proof = proofOf(text);
  const found = problems(proof);
  const isRight = found.length === 0;
  const plays = proof?.rolls.filter(({ result }) => result !== null).length;
  verdict.dataset.verdict = isRight ? "right" : "wrong";
  verdict.replaceChildren(
    made("strong", sentences[isRight ? "right" : "wrong"]),
    isRight ? made("p", filled(sentences.checked, { rolls: proof.rolls.length, plays })) : list(found),
  );
  mark(found);
};

const compare = () => {
  const [typed, said] = [mail.value.trim().toLowerCase(), byId("dice-mailed-said")];
  const isSame = typed === proofOf(given)?.server_commitment;
  said.textContent = typed && sentences[isSame ? "same" : "other"];
  said.dataset.verdict = isSame ? "right" : "wrong";
};

const unchanged = () => { field.value = JSON.stringify(JSON.parse(given), null, 1); };

judge(given);
unchanged();
field.addEventListener("input", () => judge(field.value));
byId("dice-again").addEventListener("click", () => {
  unchanged();
  judge(given);
});
mail.addEventListener("input", compare);
