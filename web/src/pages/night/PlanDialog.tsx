/** A new night: a Friday evening is proposed, so that one press saves it. */
import { type ReactNode, type SyntheticEvent, useId, useState } from "react";
import { call } from "../../net/http";
import { Dialog } from "../../ui/Dialog";
import { useAsyncAction } from "../../ui/useAsyncAction";
import { useProblem, useTexts } from "./texts";
import { fieldValue, ownZone, proposed } from "./when";

const EVERY = [0, 1, 2, 4] as const;
const ROUNDS = [1, 2, 3, 4, 5] as const;
const USUAL = 3;

interface Props {
  readonly code: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function PlanDialog({ code, onDone, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const id = useId();
  const [at, setAt] = useState(() => fieldValue(proposed(new Date())));
  const [every, setEvery] = useState(0);
  const [rounds, setRounds] = useState<number>(USUAL);
  const { busy, problem, run } = useAsyncAction();
  const save = (event: SyntheticEvent): void => {
    event.preventDefault();
    run(async () => {
      const starts = new Date(at).getTime() / 1000;
      await call("POST /api/groups/{code}/nights", { starts, zone: ownZone(), every, rounds }, { code });
      onDone();
      onClose();
    });
  };
  return (
    <Dialog title={t("night.plan")} onClose={onClose}>
      <form className="group-form" onSubmit={save}>
        <label htmlFor={`${id}-at`}>{t("night.when")}</label>
        <input id={`${id}-at`} type="datetime-local" required value={at} onChange={(event) => setAt(event.target.value)} />
        <p className="group-choice">
          <label htmlFor={`${id}-every`}>{t("night.repeat")}</label>
          <select id={`${id}-every`} value={every} onChange={(event) => setEvery(Number(event.currentTarget.value))}>
            {EVERY.map((weeks) => (
              <option key={weeks} value={weeks}>
                {t(`night.every_${weeks}`)}
              </option>
            ))}
          </select>
        </p>
        <p className="group-choice">
          <label htmlFor={`${id}-rounds`}>{t("night.rounds")}</label>
          <select id={`${id}-rounds`} value={rounds} onChange={(event) => setRounds(Number(event.currentTarget.value))}>
            {ROUNDS.map((count) => (
              <option key={count} value={count}>
                {t("night.round_count", { count })}
              </option>
            ))}
          </select>
        </p>
        <p className="notice" role="alert">
          {problem !== null && worded(problem)}
        </p>
        <button type="submit" className="btn btn--go mid-btn" aria-busy={busy} disabled={at === ""}>
          {t("night.save")}
        </button>
      </form>
    </Dialog>
  );
}
