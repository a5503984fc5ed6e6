/** One's own scoring tiles, which nobody else sees, and how far one has got with them. */
import type { ReactNode } from "react";
import { Icon } from "../../../ui/Icon";
import { useTexts } from "../texts";
import type { Terrain } from "../../../protocol/types";
import { useTable } from "../../../model/table/context";
import { offered } from "../../../model/table/options";
import { ground, Sign, Tree } from "../drawings";
import { useChoosing } from "../board/choosing";
import { useKuhfstein } from "../view";
import { progressOf } from "./progress";
import "./Goals.css";

const SIGNED: Readonly<Record<string, Terrain>> = {
  edge_lakes: "lake",
  most_hay: "hay",
  most_meadow: "meadow",
  most_wood: "wood",
  walled_house: "house",
};
const SHORT: Readonly<Record<string, string>> = {
  edge_lakes: "×2",
  most_hay: "≥",
  most_meadow: "≥",
  most_wood: "≥",
  reached_65: "65",
  trees_3: "×3",
  cows_4: "×4",
  tiles_13: "×13",
  walled_house: "▣",
};

function Emblem({ goal }: { readonly goal: string }): ReactNode {
  const terrain = SIGNED[goal];
  if (terrain !== undefined) {
    return (
      <i className="middle" style={{ background: ground(terrain) }}>
        <Sign terrain={terrain} />
      </i>
    );
  }
  if (goal === "trees_3") return <Tree />;
  if (goal === "cows_4") return <img src="/art/cow-face.svg" alt="" />;
  if (goal === "tiles_13") {
    return (
      <i className="middle" style={{ background: ground(null) }}>
        <Sign terrain={null} />
      </i>
    );
  }
  return <img src="/art/rosette.svg" alt="" />;
}

function Goal({ goal, own }: { readonly goal: string; readonly own: number }): ReactNode {
  const { t, find } = useTexts();
  const { options, chosen, able, choose, act } = useChoosing();
  const progress = useKuhfstein((view) => progressOf(view.seats[own], goal));
  const held = useTable((state) => state.held);
  const points = progress?.points ?? null;
  const reached = progress !== null && progress.have >= progress.need;
  const words = [
    points === null ? (find(`goal.${goal}`) ?? goal) : t("kuhfstein.goal.points", { goal: find(`goal.${goal}`) ?? goal, count: points }),
    progress === null ? "" : t(goal.startsWith("most_") ? "kuhfstein.goal.against" : "kuhfstein.goal.progress", { have: progress.have, need: progress.need }),
    reached ? t("kuhfstein.goal.reached") : "",
  ];
  const label = words.filter((text) => text !== "").join(" ");
  const action = offered(options, "show_goal").find((one) => one.goal === goal);
  const inside = (
    <>
      <Emblem goal={goal} />
      <span aria-hidden="true">{SHORT[goal]}</span>
      <b aria-hidden="true">{points}</b>
      <em aria-hidden="true">{find(`goal.${goal}`)}</em>
      {progress !== null && (
        <small aria-hidden="true">
          {reached ? "✓ " : ""}
          {goal.startsWith("most_") ? `${progress.have} : ${progress.need}` : `${progress.have}/${progress.need}`}
        </small>
      )}
    </>
  );
  const marks = `line goal ${reached ? "reached" : ""}`;
  if (action === undefined) {
    return (
      <span className={marks} role="img" aria-label={label} title={label} data-goal={goal}>
        {inside}
      </span>
    );
  }
  const picked = chosen?.kind === "goal" && chosen.goal === goal;
  const pressed = picked || (held?.type === "show_goal" && held.goal === goal);
  return (
    <button type="button" className={`${marks} btn--go`} title={label} aria-pressed={pressed} disabled={!able} data-goal={goal} onClick={() => (picked ? act(action) : choose({ kind: "goal", goal }))}>
      {inside}
      <span className="visually-hidden">{`${t("kuhfstein.final.show")}: ${label}`}</span>
    </button>
  );
}

export function Goals({ own }: { readonly own: number }): ReactNode {
  const { t } = useTexts();
  const goals = useKuhfstein((view) => view.seats[own]?.goals);
  if (goals == null || goals.length === 0) return null;
  return (
    <div className="goals">
      <h2 className="line small-head">
        <Icon name="eyeoff" size={14} /> {t("kuhfstein.goals")}
      </h2>
      <div className="goal-list">
        {goals.map((goal) => (
          <Goal key={goal} goal={goal} own={own} />
        ))}
      </div>
    </div>
  );
}
