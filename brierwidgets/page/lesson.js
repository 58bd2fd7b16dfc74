/**
 * A whole lesson in a page without Python: steps, gates, questions, and what a step makes of its view.
 *
 * `model.get("lesson")` is what `lessons/_page.py` writes: {title, key, gated, names, steps, questions}. A step has `title`,
 * `caption` (markup), `minutes`, `gate` (a question's place or null), `view` (a widget's id or null), `stage` (classes that hide
 * parts of the view), and what it fixes:
 * `patch` on the way forward, `whole` when the reader comes back. Either is {engine, parts, controls}: parts of the state for
 * the engine of the view (`live_page.js`, `take_state`), and attributes of controls by their ids.
 */
import { make } from "./elements.js";
import { answer_rows, make_button, make_question, make_word_box } from "./lesson_question.js";
import { drop_files, show_class } from "./lesson_class.js";
import { Place } from "./lesson_place.js";
import { write_answer } from "./lesson_answers.js";
import { Store, as_said, offer_file, to_csv, unscramble } from "./lesson_store.js";

const COLUMNS = ["question", "kind", "answer", "expected", "correct", "revealed", "seconds"];
const MARKS = new Map([[true, "✓"], [false, "✗"], [null, "–"]]);

class LessonPage {
  constructor(model, root) {
    this.manager = model.widget_manager;
    this.lesson = model.get("lesson");
    this.store = new Store(this.lesson.key);
    this.shown = new Map(); // elements of widgets that were shown, by id
    this.caption = make("div", { class: "bw-caption", role: "status", "aria-live": "polite", tabindex: -1 });
    this.gate = make("div", { class: "bw-gate" });
    this.stage = make("div", { class: "bw-stage" });
    this.back = make_button("Back", () => this.go(this.kept.step - 1));
    this.next = make_button("Next", () => this.go(this.kept.step + 1), { primary: true });
    this.again = make_button("Show this step again", () => this.fix("whole"), { title: "Undo what you dragged since" });
    this.over = make_button("Start over", () => this.start_over(), { title: "Forget all answers" });
    this.place = make("span", { class: "bw-progress", role: "status" });
    this.end = make("div", { class: "bw-end" });
    const buttons = make("div", { class: "bw-buttons" }, this.back, this.next, this.again, this.over, this.place);
    this.side = make("div", { class: "bw-side" }, this.caption, this.gate, buttons, this.end);
    this.body = make("div", { class: "bw-body" }, this.side, this.stage);
    root.append(this.body, this.for_teachers());
    new ResizeObserver(() => this.place_stage()).observe(this.body);
    this.screen = new Place(this.body);
    this.show("whole");
  }

  /** Files that students hand in can be dropped on this very page. */
  for_teachers() {
    const summary = make("div", { class: "bw-class" });
    const inside = make("div", {});
    drop_files(inside, (rows) => show_class(summary, rows));
    return make("details", { class: "bw-teacher" }, make("summary", {}, "For teachers: the answers of a class"), inside, summary);
  }

  get kept() {
    return this.store.kept;
  }

  get step() {
    return this.lesson.steps[this.kept.step];
  }

  right(index) {
    const { secret, name } = this.lesson.questions[index];
    return unscramble(secret, name);
  }

  /** Whether the teacher holds the reveal of a question: its word has not been typed. */
  held(index) {
    const { hold, name } = this.lesson.questions[index];
    return hold !== null && !this.kept.words.includes(unscramble(hold, name));
  }

  /** Take a word that the teacher said; return whether it opened what `held` says. */
  open(word, held) {
    const [before, count] = [this.kept.words, held()];
    this.kept.words = [...before, as_said(word)];
    if (held() === count) this.kept.words = before;
    else this.store.save();
    return this.kept.words !== before;
  }

  /** Whether an unanswered question bars the way to a step. */
  barred(index) {
    const before = this.lesson.steps.slice(0, index);
    return this.lesson.gated && before.some(({ gate }) => gate !== null && !this.kept.answers[this.lesson.questions[gate].name]);
  }

  go(index) {
    if (index < 0 || index >= this.lesson.steps.length || this.barred(index)) return;
    const forward = index === this.kept.step + 1;
    this.kept.step = index;
    this.store.save();
    this.show(forward ? "patch" : "whole");
    this.screen.arrive(this.caption);
  }

  async show(how) {
    const { step } = this;
    this.caption.innerHTML = step.caption;
    this.gate.replaceChildren(...(step.gate === null ? [] : this.question(step.gate)));
    this.write_buttons();
    const first = step.view !== null && !this.shown.has(step.view);
    for (const [id, element] of this.shown) element.hidden = id !== step.view;
    this.stage.className = ["bw-stage", ...step.stage].join(" ");
    this.body.className = ["bw-body", ...step.body].join(" ");
    this.place_stage();
    if (first) await this.reveal_view(step.view);
    if (step.view !== null && this.step === step) await this.fix(first ? "whole" : how);
  }

  /** Keep the order of the keys that of the eye: where there is no room beside the words, the view stands between question and answer. */
  place_stage() {
    const narrow = getComputedStyle(this.side).display === "contents"; // so says lessons.css
    const before = narrow ? this.gate.firstElementChild ?? this.caption : this.side;
    if (before.nextElementSibling !== this.stage) before.after(this.stage);
  }

  /** Put a widget on the stage, for the first time. */
  async reveal_view(id) {
    const element = make("div", {});
    this.shown.set(id, element);
    this.stage.append(element);
    await this.show_widget(element, id);
  }

  async show_widget(element, id) {
    const model = await this.manager.get_model(id);
    await this.manager.display_view(this.manager.create_view(model), element);
  }

  /** Make the view what the step says: its own patch, or all that it fixes. */
  async fix(how) {
    const { engine, parts, controls } = this.step[how];
    if (engine) (await this.manager.get_model(engine)).set("asked", { parts, at: performance.now() });
    for (const [id, values] of Object.entries(controls)) (await this.manager.get_model(id)).set(values);
  }

  question(index) {
    const question = this.lesson.questions[index];
    const { answers, asked, hints } = this.kept;
    asked[question.name] ??= Date.now();
    this.store.save();
    return make_question(question, answers[question.name], {
      right: () => this.right(index),
      shown_hints: hints[question.name] ?? 0,
      hints: (count) => {
        hints[question.name] = count;
        this.store.save();
      },
      commit: (answer) => {
        const seconds = Math.round((Date.now() - asked[question.name]) / 1000);
        answers[question.name] = { answer, revealed: false, seconds };
        this.store.save();
        this.write_buttons();
      },
      reveal: () => {
        answers[question.name].revealed = true;
        this.store.save();
      },
      held: () => this.held(index),
      open: (word) => this.open(word, () => this.held(index)),
      show: (element, id) => this.show_widget(element, id),
    });
  }

  write_buttons() {
    const { steps } = this.lesson;
    const { step: index } = this.kept;
    const last = steps.length - 1;
    const waiting = this.barred(index + 1);
    this.back.disabled = index === 0;
    this.next.disabled = index === last || waiting;
    this.next.title = waiting ? "Answer the question first" : "Go on";
    this.again.hidden = !this.step.whole.engine && !Object.keys(this.step.whole.controls).length;
    this.over.hidden = !Object.keys(this.kept.answers).length;
    const notes = [`Step ${index + 1} of ${last + 1}`];
    if (this.step.minutes) notes.push(`about ${this.step.minutes} min`);
    if (waiting) notes.push("answer the question to go on");
    this.place.textContent = notes.join(" · ");
    this.end.replaceChildren(...(index === last && !this.over.hidden ? this.closing() : []));
  }

  /** The last page: what was said, what is right, and a file to hand in. */
  closing() {
    const held = () => this.lesson.questions.filter((_, index) => this.held(index)).length;
    const rows = answer_rows(this.lesson.questions, this.kept, (index) => this.right(index), (index) => this.held(index));
    const marked = rows.filter(({ correct, held: waits }) => correct !== null && !waits);
    const right = marked.filter(({ correct }) => correct).length;
    const in_words = (value, unit) => (value === null ? "" : write_answer(value, unit));
    const lines = rows.map(({ name, answer, expected, correct, unit, held: waits }) =>
      make("tr", {},
        make("th", { scope: "row" }, name), make("td", {}, in_words(answer, unit)),
        make("td", {}, in_words(waits ? null : expected, unit)), make("td", { class: "bw-mark" }, MARKS.get(waits ? null : correct))));
    const word = make_word_box((typed) => {
      const opened = this.open(typed, held);
      if (opened) this.write_buttons();
      return opened;
    });
    const heads = ["Question", "You said", "The answer", ""].map((text) => make("th", { scope: "col" }, text));
    const name = make("input", { type: "text", id: "bw-name", maxlength: 60, oninput: () => {
      this.kept.name = name.value;
      this.store.save();
    } });
    name.value = this.kept.name;
    const asks = make("p", {}, make("label", { for: "bw-name" }, "Your name or a nickname "), name);
    return [
      make("p", { class: "bw-result" }, marked.length ? `${right} of ${marked.length} right.` : ""),
      make("table", { class: "bw-answers" }, make("tr", {}, ...heads), ...lines),
      ...(held() ? [word] : []),
      ...(this.lesson.names ? [asks] : []),
      make("div", { class: "bw-buttons" },
        make_button("Download your answers (CSV)", () => this.download(rows), { primary: true }),
        make_button("Print", () => window.print())),
    ];
  }

  download(rows) {
    const named = this.lesson.names ? [...COLUMNS, "name"] : COLUMNS;
    const lines = rows.map((row) => named.map((column) => {
      if (column === "question") return row.name;
      return column === "name" ? this.kept.name : row[column];
    }));
    offer_file("answers.csv", to_csv(named, lines), "text/csv");
  }

  start_over() {
    if (!window.confirm("Forget all answers and go back to the first step?")) return;
    this.store.forget();
    this.store = new Store(this.lesson.key);
    this.show("whole");
  }
}

function render({ model, el }) {
  el.page = new LessonPage(model, el);
}

export default { render };
