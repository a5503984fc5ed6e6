/** What goes on now, the keys, and the rules of this table. */
import type { ReactNode } from "react";
import { Icon } from "../cards/Icon";
import { useTexts } from "../i18n/text";
import { Dialog } from "../views/Dialog";
import { shownCode } from "../views/landing/code";
import { useTable } from "./context";
import { details, type HelpKey, situation, useHelpTexts } from "./help";
import { RuleList } from "./HouseRules";
import { landDetails, landSituation } from "./landHelp";
import { dividesOf, marketOf } from "./market";
import { useNames } from "./names";
import "../styles/help.css";

type Help = (key: HelpKey) => string;
type Texts = NonNullable<ReturnType<typeof useHelpTexts>>;

const FIRST_KEYS = [
  ["Tab", "keys.tab"],
  ["Enter", "keys.enter"],
] as const;
const ARROWS = {
  market: ["↑ ↓", "keys.arrows"],
  land: ["←↑↓→", "keys.grid"],
} as const;
const LAST_KEYS = [
  ["Esc", "keys.escape"],
  ["F1", "keys.f1"],
] as const;

function Now({ help }: { readonly help: Texts }): ReactNode {
  const { t } = useTexts();
  const names = useNames();
  const phase = useTable((state) => marketOf(state.view)?.phase);
  const money = useTable((state) => marketOf(state.view)?.rules.trade_money);
  const divides = useTable((state) => dividesOf(state.view));
  const you = useTable((state) => state.you);
  if (phase === undefined) return null;
  const told = help(
    `now.${situation(phase, you, divides)}`,
    details(phase, (seat) => names[seat] ?? ""),
  );
  const trades = phase.phase === "offering" || phase.phase === "responding";
  return (
    <p className="help-now" role="status">
      {told} {phase.phase === "bidding" && phase.polled !== null && help("now.in_turns")}
      {trades && phase.animal === "rat" && `${help("now.rats", { seat: names[phase.challenger] ?? "" })} `}
      {trades && money !== undefined && t(`play.${phase.animal === "rat" ? "master" : "trade"}.money.${money}`)}
    </p>
  );
}

function LandNow({ help }: { readonly help: Texts }): ReactNode {
  const names = useNames();
  const view = useTable((state) => (state.view?.game === "kuhfstein" ? state.view : null));
  const you = useTable((state) => state.you);
  if (view === null) return null;
  const { phase } = view;
  const told = help(
    `land.${landSituation(phase, you)}`,
    landDetails(phase, (seat) => names[seat] ?? ""),
  );
  return (
    <p className="help-now" role="status">
      {told} {view.last_round && phase.phase === "acting" && help("land.last_round")}
    </p>
  );
}

function Keys({ help }: { readonly help: Help }): ReactNode {
  const slaps = useTable((state) => state.view?.game === "master");
  const land = useTable((state) => state.view?.game === "kuhfstein");
  return (
    <section className="help-keys">
      <h3>{help("keys.title")}</h3>
      <dl>
        {[...FIRST_KEYS, ARROWS[land ? "land" : "market"], ...LAST_KEYS].map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{help(what)}</dd>
          </div>
        ))}
        {slaps && (
          <div>
            <dt>
              <kbd>{help("keys.space_key")}</kbd>
            </dt>
            <dd>{help("keys.space")}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

export default function HelpDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const help = useHelpTexts();
  const code = useTable((state) => state.party?.code);
  const edition = useTable((state) => state.view?.edition);
  if (help === null) return null;
  return (
    <Dialog
      className="help"
      onClose={onClose}
      title={
        <>
          <Icon name="help" size={24} /> {help("title")}
        </>
      }
      aside={code !== undefined && <span className="pill help-code">{t("play.table", { code: shownCode(code) })}</span>}
    >
      <Now help={help} />
      <LandNow help={help} />
      <section>
        <h3>{help("rules.title")}</h3>
        <RuleList help={help} />
        {edition !== undefined && (
          <a className="btn" href={`/rules/${edition}`} target="_blank" rel="noopener">
            <Icon name="log" size={18} /> {help("rules.all")}
          </a>
        )}
      </section>
      <Keys help={help} />
    </Dialog>
  );
}
