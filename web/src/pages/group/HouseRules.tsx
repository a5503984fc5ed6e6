/** What the tables of a group begin with, and the dialog that changes it. */
import { type ReactNode, type SyntheticEvent, useId, useState } from "react";
import { TextedWith } from "../../i18n/text";
import { call } from "../../net/http";
import { useEditions } from "../../net/useFetched";
import type { EditionInfo, Preset, RuleOption } from "../../protocol/types";
import { groupsOf, optionsOf, RULE_TEXTS, same, seatOf, unled, valueOf, worded as value } from "../../model/table/ruleBook";
import { Dialog } from "../../ui/Dialog";
import { useAsyncAction } from "../../ui/useAsyncAction";
import type { MemberProps } from "./GroupPage";
import { useProblem, useTexts } from "./texts";

const PACES = ["live", "relaxed", "slow"] as const;

export function HouseRules(props: MemberProps): ReactNode {
  const { t, find } = useTexts();
  const [open, setOpen] = useState(false);
  const { preset, role } = props.page;
  const own = Object.keys(preset.rules ?? {}).length;
  return (
    <section className="sheet-of-paper group-part" aria-labelledby="group-rules">
      <div className="line group-top">
        <h2 id="group-rules">{t("group.rules")}</h2>
        {(role === "host" || role === "helper") && (
          <button type="button" className="btn" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t("group.change")}
          </button>
        )}
      </div>
      <ul className="wraps group-chips">
        <li className="pill">{find(`edition.${preset.edition ?? ""}.title`) ?? preset.edition}</li>
        <li className="pill">{t("home.room.for", { count: preset.seats ?? 0 })}</li>
        <li className="pill">{t(`home.pace.${preset.pace ?? "live"}.title`)}</li>
        <li className="pill">{own === 0 ? t("home.rules.none") : t("home.rules.some", { count: own })}</li>
      </ul>
      <p>{t("group.rules_why")}</p>
      {open && <Settings {...props} onClose={() => setOpen(false)} />}
    </section>
  );
}

function Settings({ group, page, onChange, onClose }: MemberProps & { readonly onClose: () => void }): ReactNode {
  const { t, find } = useTexts();
  const worded = useProblem();
  const editions = useEditions() ?? [];
  const [name, setName] = useState(group.name);
  const [preset, setPreset] = useState<Preset>(page.preset);
  const { busy, problem, run } = useAsyncAction();
  const edition = editions.find(({ key }) => key === preset.edition);
  const seats = preset.seats ?? 4;
  // Not every game is for as many: the nearest number goes with it.
  const choose = (key: string): void => {
    const all = editions.find((one) => one.key === key)?.seats ?? [seats];
    const nearest = all.toSorted((one, other) => Math.abs(one - seats) - Math.abs(other - seats))[0] ?? seats;
    setPreset({ ...preset, edition: key, seats: nearest, rules: {} });
  };
  const save = (event: SyntheticEvent): void => {
    event.preventDefault();
    run(async () => {
      onChange(await call("POST /api/groups/{code}/settings", { name, preset }, { code: group.code }));
      onClose();
    });
  };
  return (
    <Dialog title={t("group.settings")} wide onClose={onClose}>
      <form className="group-form" onSubmit={save}>
        <label>
          {t("group.name")}
          <input value={name} maxLength={40} readOnly={page.role !== "host"} onChange={(event) => setName(event.target.value)} />
        </label>
        <Select label={t("group.edition")} value={preset.edition ?? ""} choices={editions.map(({ key }) => [key, find(`edition.${key}.title`) ?? key])} onChoose={choose} />
        <Select
          label={t("group.seats")}
          value={String(seats)}
          choices={(edition?.seats ?? [seats]).map((count) => [String(count), t("home.room.for", { count })])}
          onChoose={(count) => setPreset({ ...preset, seats: Number(count) })}
        />
        <Select
          label={t("group.pace")}
          value={preset.pace ?? "live"}
          choices={PACES.map((pace) => [pace, t(`home.pace.${pace}.title`)])}
          onChoose={(pace) => setPreset({ ...preset, pace: PACES.find((one) => one === pace) ?? "live" })}
        />
        {edition !== undefined && (
          <TextedWith files={RULE_TEXTS}>
            <Rules edition={edition} preset={preset} onChange={(rules) => setPreset({ ...preset, rules })} />
          </TextedWith>
        )}
        <p className="notice" role="alert">
          {problem !== null && worded(problem)}
        </p>
        <button type="submit" className="btn btn--go mid-btn" aria-busy={busy} disabled={name.trim() === ""}>
          {t("group.save")}
        </button>
      </form>
    </Dialog>
  );
}

interface RulesProps {
  readonly edition: EditionInfo;
  readonly preset: Preset;
  readonly onChange: (rules: Readonly<Record<string, unknown>>) => void;
}

function Rules({ edition, preset, onChange }: RulesProps): ReactNode {
  const { t, find } = useTexts();
  const own = (preset.rules ?? {}) as Readonly<Record<string, unknown>>;
  const rules = { ...edition.rules, ...own };
  const set = (option: RuleOption, chosen: unknown): void => {
    const { [option.name]: _, ...others } = unled(own, edition, option.name);
    onChange(same(chosen, edition.rules[option.name]) ? others : { ...others, [option.name]: chosen });
  };
  const seatName = (seat: number): string => t("seat.name", { seat: seat + 1 });
  return (
    <>
      {[...groupsOf(optionsOf(rules, edition))].map(([name, options]) => (
        <details key={name} className="group-rules">
          <summary>{find(`home.rules.group.${name}`) ?? name}</summary>
          {options.map((option) => {
            const now = valueOf(rules, option.name);
            const known = option.values.filter((one) => (seatOf(one) ?? 0) < (preset.seats ?? 4));
            const all = known.some((one) => same(one, now)) ? known : [...known, now];
            return (
              <Select
                key={option.name}
                label={find(`${option.text}.title`) ?? option.name}
                value={String(all.findIndex((one) => same(one, now)))}
                choices={all.map((one, index) => [String(index), value(find, option, one, seatName)])}
                onChoose={(index) => set(option, all[Number(index)])}
              />
            );
          })}
        </details>
      ))}
    </>
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly onChoose: (value: string) => void;
}

function Select({ label, value: now, choices, onChoose }: SelectProps): ReactNode {
  const id = useId();
  return (
    <p className="group-choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={now} onChange={(event) => onChoose(event.currentTarget.value)}>
        {choices.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </p>
  );
}
