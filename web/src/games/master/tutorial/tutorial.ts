/** The tutorial of Kuhhandel Master: what it has beside Kuhhandel, a slap and a rat. */
import { type TextFiles, type TextModule, byLanguage } from "../../../i18n/catalogue";
import { rangeOf } from "../../../model/table/options";
import type { Tutorial, TutorStep } from "../../../model/game/game";
import { PAY } from "../../kuhhandel/tutorial/tutorial";
import { kuhhandelView } from "../../kuhhandel/view";

const TEXTS: TextFiles = byLanguage(import.meta.glob<TextModule>("./tutorial.*.json"));

/** Late enough to be cheap, and soon enough to read on. */
const CHEAP = 5;

const STEPS: readonly TutorStep[] = [
  {
    key: "slap",
    spots: [".count-down", ".slap"],
    fits: (state) => {
      const phase = kuhhandelView(state.view)?.phase;
      return phase?.phase === "countdown" && phase.count <= CHEAP && state.held === null && rangeOf(state.options, "slap") !== null;
    },
    args: (state) => {
      const phase = kuhhandelView(state.view)?.phase;
      return { count: phase?.phase === "countdown" ? phase.count : 0 };
    },
    teaches: ["slap"],
  },
  PAY,
  {
    key: "turn",
    spots: [".decide .big-choice"],
    fits: (state) => {
      const phase = kuhhandelView(state.view)?.phase;
      return phase?.phase === "turn" && phase.seat === state.you;
    },
    teaches: ["turn"],
  },
  {
    key: "rat",
    spots: [".pot", ".lays", ".rat-take"],
    press: [".lays button", ".rat-take"],
    fits: (state) => {
      const phase = kuhhandelView(state.view)?.phase;
      return phase?.phase === "rat_round" && phase.polled === state.you;
    },
    args: (state) => {
      const phase = kuhhandelView(state.view)?.phase;
      return { count: phase?.phase === "rat_round" ? phase.pot : 0 };
    },
    teaches: ["rat"],
  },
  { key: "end", spots: [], read: true },
];

export default { texts: TEXTS, steps: STEPS } satisfies Tutorial;
