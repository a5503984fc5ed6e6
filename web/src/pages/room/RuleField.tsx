/** One house rule: what it is about, and its values. */
import { type ReactNode, useId } from "react";
import { useTexts } from "../../i18n/text";
import type { PartyView, RuleOption } from "../../protocol/types";
import { useNames } from "../../model/table/names";
import { same, seatOf, worded } from "../../model/table/ruleBook";
import { useWanted } from "../../model/table/useWanted";

interface Props {
  readonly option: RuleOption;
  /** What to ask instead of naming the rule. */
  readonly question?: string | undefined;
  readonly party: PartyView;
  readonly value: unknown;
  /** The value that the edition has. */
  readonly usual: unknown;
  readonly onChange: ((value: unknown) => void) | undefined;
}

export function RuleField({ option, question, party, value, usual, onChange }: Props): ReactNode {
  const { t, find } = useTexts();
  const names = useNames();
  const id = useId();
  const [chosen, want] = useWanted(value);
  const seatName = (seat: number): string => {
    const place = party.places[seat];
    const number = t("seat.name", { seat: seat + 1 });
    return place === undefined || place.kind === "empty" ? number : `${number}: ${names[seat]}`;
  };
  const text = (one: unknown): string => worded(find, option, one, seatName);
  // An edition may have more seats than this table.
  const values = option.values.filter((one) => (seatOf(one) ?? 0) < party.places.length);
  // What was set elsewhere, by a program perhaps, is shown as well.
  const shown = values.some((one) => same(one, chosen)) ? values : [...values, chosen];
  const differs = usual !== undefined && !same(chosen, usual);
  return (
    <div className="rule" data-differs={differs}>
      <label htmlFor={id}>
        <b>{question ?? find(`${option.text}.title`)}</b>
        <small>{find(`${option.text}.why`)}</small>
      </label>
      <select
        id={id}
        value={shown.findIndex((one) => same(one, chosen))}
        disabled={onChange === undefined || shown.length < 2}
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          const wanted = shown[Number(event.target.value)];
          want(wanted);
          onChange?.(wanted);
        }}
      >
        {shown.map((one, index) => (
          <option key={String(one)} value={index}>
            {text(one)}
          </option>
        ))}
      </select>
      <small id={`${id}-note`} className="rule-note">
        {differs && t("home.rules.usual", { value: text(usual) })}
        {find(`home.rules.note.${option.name}`)}
      </small>
    </div>
  );
}
