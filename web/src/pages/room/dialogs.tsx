/** The dialogs behind the chips that have a few values each. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useGame } from "../../model/game/context";
import { USUAL_HOURS } from "../../i18n/decisionTime";
import { useTexts } from "../../i18n/text";
import type { PaceName, PartyView } from "../../protocol/types";
import { Dialog } from "../../ui/Dialog";
import { Choices } from "../../widgets/Choices";
import { ReadOnly } from "../../ui/ReadOnly";
import { DecisionTime } from "./DecisionTime";
import { Refused } from "./Refused";
import { useArranging } from "../../model/table/useArranging";

interface Props {
  readonly party: PartyView;
  readonly onClose: () => void;
}

/** For people. A table of programs may have another one, which is shown but not offered. */
const PACES: readonly PaceName[] = ["live", "relaxed", "slow"];

export function EditionDialog({ party, onClose }: Props): ReactNode {
  const { t, find } = useTexts();
  const { editions, arrange } = useArranging();
  const choices = editions.map(({ key }) => ({
    value: key,
    title: find(`edition.${key}.title`) ?? key,
    why: find(`edition.${key}.why`) ?? "",
  }));
  // Not every game is for as many: the nearest number goes with it.
  const choose = (key: string): void => {
    const seats = editions.find((one) => one.key === key)?.seats ?? [];
    const now = party.places.length;
    const nearest = seats.toSorted((one, other) => Math.abs(one - now) - Math.abs(other - now))[0];
    arrange?.({ edition: key, ...(nearest === undefined || nearest === now ? {} : { seats: nearest }) });
  };
  return (
    <Dialog title={t("home.room.edition")} onClose={onClose}>
      <ReadOnly when={arrange === null} />
      <Choices
        title={t("home.room.edition")}
        value={party.edition}
        choices={choices}
        onChoose={arrange === null ? undefined : choose}
      />
      <p className="dialog-note">
        {t("home.room.edition_note")} <Link href={`/rules/${party.edition}`}>{t("home.games.rules")}</Link>
      </p>
      <Refused />
    </Dialog>
  );
}

export function PaceDialog({ party, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const { arrange, changed } = useArranging();
  const choices = [...new Set([...PACES, party.pace])].map((value) => ({
    value,
    title: t(`home.pace.${value}.title`),
    why: t(`home.pace.${value}.why`),
  }));
  const paced = useGame()?.pacedRules ?? [];
  // A slow table bids in turns, a fast one need not: such rules go with the pace.
  const rules = Object.fromEntries(Object.entries(changed).filter(([name]) => !paced.includes(name)));
  return (
    <Dialog title={t("home.room.pace")} onClose={onClose}>
      <ReadOnly when={arrange === null} />
      <Choices
        title={t("home.room.pace")}
        value={party.pace}
        choices={choices}
        onChoose={arrange === null ? undefined : (pace) => arrange({ pace, rules })}
      />
      {party.pace === "slow" && <DecisionTime hours={party.decision_hours ?? USUAL_HOURS} />}
      <Refused />
    </Dialog>
  );
}

export function VisibilityDialog({ party, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const { arrange } = useArranging();
  const choices = (["private", "public"] as const).map((value) => ({
    value,
    title: t(`home.visibility.${value}.title`),
    why: t(`home.visibility.${value}.why`),
  }));
  return (
    <Dialog title={t("home.room.visibility")} onClose={onClose}>
      <ReadOnly when={arrange === null} />
      <Choices
        title={t("home.room.visibility")}
        value={party.public ? "public" : "private"}
        choices={choices}
        onChoose={arrange === null ? undefined : (value) => arrange({ public: value === "public" })}
      />
      <Refused />
    </Dialog>
  );
}

export function SeatsDialog({ party, onClose }: Props): ReactNode {
  const { t } = useTexts();
  const { edition, arrange } = useArranging();
  const choices = (edition?.seats ?? [party.places.length]).map((count) => ({
    value: String(count),
    title: t("home.room.for", { count }),
    why: "",
  }));
  return (
    <Dialog title={t("home.room.seats")} onClose={onClose}>
      <ReadOnly when={arrange === null} />
      <Choices
        title={t("home.room.seats")}
        value={String(party.places.length)}
        choices={choices}
        onChoose={arrange === null ? undefined : (count) => arrange({ seats: Number(count) })}
      />
      <Refused />
    </Dialog>
  );
}
