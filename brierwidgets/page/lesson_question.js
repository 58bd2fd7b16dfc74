/** A question in a page without Python: predict, commit, then reveal. */
import { make } from "./elements.js";
import { judge, judgement, read_answer, understood, with_stop, write_answer } from "./lesson_answers.js";
import { show_revealed } from "./lesson_place.js";

/** An element that holds markup from Python. */
function make_markup(properties, html) {
  const element = make("div", properties);
  element.innerHTML = html;
  return element;
}

/** A button that looks like those of a notebook. */
export function make_button(text, action, { primary = false, kind = "button", title = null } = {}) {
  const looks = `jupyter-button widget-button${primary ? " mod-primary" : ""}`;
  return make("button", { type: kind, class: looks, title, onclick: action }, text);
}

let questions_made = 0;

/** A box for the word that the teacher says.
 * @param {(word: string) => boolean} open whether it was the word */
export function make_word_box(open) {
  const box = make("input", { type: "text", autocomplete: "off", "aria-label": "The word", placeholder: "the word" });
  const alert = make("div", { class: "bw-notice" });
  const submit = (event) => {
    event.preventDefault();
    if (!open(box.value)) alert.replaceChildren(make("div", { role: "alert" }, "That is not the word. Listen for it, and try again."));
  };
  return make("form", { class: "bw-hold", novalidate: true, onsubmit: submit },
    make("p", {}, "Your teacher will say a word when the answers may be seen."),
    make("div", { class: "bw-buttons" }, box, make_button("Open", null, { kind: "submit" })), alert);
}

function input_for({ kind, choices, unit }, typed) {
  questions_made += 1;
  if (kind === "choice") {
    const options = choices.map((text) =>
      make("label", {}, make("input", { type: "radio", name: `bw-choice-${questions_made}`, value: text, oninput: typed }), text));
    return make("fieldset", { class: "bw-choices" }, make("legend", { class: "bw-unseen" }, "Your answer"), ...options);
  }
  const id = `bw-answer-${questions_made}`;
  const box = kind === "number"
    ? make("input", { id, type: "text", autocomplete: "off", oninput: typed,
        placeholder: unit === "%" ? "such as 5%, 0.05 or 1:19" : "a number" })
    : make("textarea", { id, rows: 3, oninput: typed });
  return make("div", { class: "bw-typed" }, make("label", { for: id }, "Your answer"), box, unit ? make("span", {}, unit) : "");
}

/**
 * @param {object} question as `lessons/_page.py` describes it
 * @param {{answer: unknown, revealed: boolean, seconds: number} | undefined} given what was answered before
 * @param {object} page
 *   right(): the right answers and the reveal, unscrambled;
 *   commit(answer), reveal(): called when the reader does so;
 *   held(): whether the teacher holds the reveal; open(word): says the word, and returns whether that opens it;
 *   hints(count): called when hints are asked for; shown_hints: how many were;
 *   show(element, view): shows a widget in an element
 * @returns {HTMLElement[]} what is asked, and where it is answered: a view may stand between them
 */
export function make_question(question, given, page) {
  const status = make("div", { class: "bw-response", role: "status", "aria-live": "polite", tabindex: -1 });
  const alert = make("div", { class: "bw-notice" });
  const echo = make("span", { class: "bw-echo", role: "status", "aria-live": "polite" });
  const helped = make("div", { class: "bw-hints", role: "status", "aria-live": "polite", hidden: true });
  const behind = make("div", { class: "bw-behind" });
  let answer = given ? given.answer : null;
  let revealed = Boolean(given && given.revealed);
  let hints = page.shown_hints;

  const typed = () => {
    commit.disabled = answer !== null || !value().trim();
    echo.textContent = answer === null ? understood(question, value()) : "";
  };
  const input = input_for(question, typed);
  const fields = [...input.querySelectorAll("input, textarea")];
  const value = () => (question.kind === "choice" ? fields.find((field) => field.checked)?.value ?? "" : fields[0].value);

  const say = (text) => alert.replaceChildren(...(text ? [make("div", { role: "alert" }, text)] : []));
  const submit = (event) => {
    event.preventDefault();
    if (answer !== null) return;
    try {
      if (!value().trim()) throw new Error("There is no answer yet. Give one, then commit.");
      answer = read_answer(question, value());
    } catch (error) {
      say(error.message);
      return;
    }
    say("");
    page.commit(answer);
    write();
    reveal.focus(); // the button just pressed is disabled now: the keyboard goes on from here
  };
  const commit = make_button("Commit my answer", null, { primary: true, kind: "submit" });
  const open = (word) => {
    if (!page.open(word)) return false;
    show_reveal();
    return true;
  };
  const show_reveal = () => {
    revealed = true;
    page.reveal();
    behind.replaceChildren();
    write();
    show_revealed(status);
  };
  const reveal = make_button("Reveal", () => {
    if (!page.held()) {
      show_reveal();
      return;
    }
    behind.replaceChildren(make_word_box(open));
    behind.querySelector("input").focus();
  });
  const hint = make_button("Hint", () => {
    hints += 1;
    page.hints(hints);
    write_hints();
  }, { title: "Show a hint" });

  const write_hints = () => {
    const many = question.hints.length;
    helped.hidden = !hints;
    helped.innerHTML = question.hints.slice(0, hints).join("");
    hint.hidden = !many;
    hint.disabled = hints >= many;
    hint.textContent = many < 2 ? "Hint" : `Hint (${Math.min(hints + 1, many)} of ${many})`;
  };
  const write = () => {
    for (const field of fields) {
      field.disabled = answer !== null;
      if (answer === null) continue;
      if (question.kind === "choice") field.checked = field.value === answer;
      else field.value = write_answer(answer);
    }
    typed();
    reveal.disabled = answer === null || revealed;
    reveal.title = answer === null ? "Commit an answer first" : "Show what is behind it";
    if (answer === null) return;
    if (!revealed) {
      status.replaceChildren(make("p", {}, `Committed: ${with_stop(write_answer(answer, question.unit))}`));
      return;
    }
    const right = page.right();
    status.replaceChildren(
      make("p", {}, make("strong", {}, judgement(question, right, answer))),
      make_markup({}, right.reveal),
    );
    if (right.view && !behind.childElementCount) page.show(behind, right.view);
  };
  write_hints();
  write();
  const form = make("form", { class: "bw-form", novalidate: true, onsubmit: submit },
    make("div", { class: "bw-input" }, input, echo), make("div", { class: "bw-buttons" }, commit, reveal, hint));
  return [
    make("section", { class: "brierwidgets bw-question bw-asked", "aria-label": "Question" },
      make_markup({ class: "bw-prompt" }, question.text)),
    make("section", { class: "brierwidgets bw-question", "aria-label": "Your answer" }, helped, form, alert, status, behind),
  ];
}

/** The answers and what they are worth, one row a question; what is not answered stays hidden, and `held` what must wait.
 * @returns {{name: string, kind: string, answer: unknown, expected: unknown, correct: boolean | null, revealed: boolean,
 *   seconds: number | null, unit: string, held: boolean}[]} */
export function answer_rows(questions, kept, right_of, held) {
  return questions.map((question, index) => {
    const given = kept.answers[question.name];
    const right = given ? right_of(index) : { correct: null, also: [], tolerance: 0 };
    return {
      name: question.name,
      kind: question.kind,
      unit: question.unit,
      answer: given ? given.answer : null,
      expected: right.correct,
      correct: given ? judge(question, right, given.answer) : null,
      revealed: Boolean(given && given.revealed),
      seconds: given ? given.seconds : null,
      held: held(index),
    };
  });
}
