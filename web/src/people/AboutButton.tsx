/** The way to what can be done about somebody who sits here. */
import { type ReactNode, useState } from "react";
import { TextedWith } from "../i18n/text";
import { Icon } from "../ui/Icon";
import { useTable } from "../model/table/context";
import { useNames } from "../model/table/names";
import { About } from "./About";
import { FILES, useTexts } from "./texts";

interface Props {
  readonly seat: number;
  readonly name: string;
}

export function AboutButton(props: Props): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Button {...props} />
    </TextedWith>
  );
}

function Button({ seat, name }: Props): ReactNode {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const label = t("people.about", { name });
  return (
    <>
      <button type="button" className="btn seat-more" aria-haspopup="dialog" aria-label={label} title={label} onClick={() => setOpen(true)}>
        <Icon name="flag" size={20} />
      </button>
      {open && <About who={{ name, seat }} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The people at the table but oneself, each with a button. Nothing where there are only bots. */
export function People(): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Rows />
    </TextedWith>
  );
}

function Rows(): ReactNode {
  const { t } = useTexts();
  const names = useNames();
  const you = useTable((state) => state.you);
  const places = useTable((state) => state.party?.places) ?? [];
  const people = places.flatMap(({ kind }, seat) => (kind === "person" && seat !== you ? [seat] : []));
  if (people.length === 0) return null;
  return (
    <div className="wraps row about-people" role="group" aria-label={t("people.people")}>
      <span>{t("people.people")}</span>
      {people.map((seat) => (
        <span key={seat} className="line about-person">
          <b dir="auto">{names[seat]}</b> <Button seat={seat} name={names[seat] ?? ""} />
        </span>
      ))}
    </div>
  );
}
