/** What goes on now, the keys, and the rules of this table. */
import type { ReactNode } from "react";
import { useGame } from "../../model/game/context";
import type { HelpTexts, Shortcut } from "../../model/game/game";
import { useLoaded } from "../../model/game/useLoaded";
import { TextedWith, useTexts } from "../../i18n/text";
import { Dialog } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { shownCode } from "../../model/opening/inviteCode";
import { useIsOffline, useTable } from "../../model/table/context";
import { useHelpTexts } from "./helpTexts";
import { RULE_TEXTS } from "../../model/table/ruleBook";
import { RuleList } from "./HouseRules";
import "./Help.css";

const FIRST_KEYS: readonly Shortcut[] = [
  { key: "Tab", does: "keys.tab" },
  { key: "Enter", does: "keys.enter" },
];
const LAST_KEYS: readonly Shortcut[] = [
  { key: "Esc", does: "keys.escape" },
  { key: "F1", does: "keys.f1" },
];

function Keys({ help, own }: { readonly help: HelpTexts; readonly own: readonly Shortcut[] }): ReactNode {
  const all = [...FIRST_KEYS, ...own.filter(({ last }) => last !== true), ...LAST_KEYS, ...own.filter(({ last }) => last === true)];
  return (
    <section className="help-keys">
      <h3>{help("keys.title")}</h3>
      <dl>
        {all.map(({ key, does }) => (
          <div key={does}>
            <dt>
              <kbd>{typeof key === "string" ? key : help(key.text)}</kbd>
            </dt>
            <dd>{help(does)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export default function HelpDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const game = useLoaded(useGame()?.help);
  const help = useHelpTexts(game?.texts);
  const code = useTable((state) => state.party?.code);
  const edition = useTable((state) => state.view?.edition);
  const here = useIsOffline();
  if (help === null || game === null) return null;
  return (
    <Dialog
      className="help"
      onClose={onClose}
      title={
        <>
          <Icon name="help" size={24} /> {help("title")}
        </>
      }
      aside={code !== undefined && !here && <span className="pill help-code">{t("play.table", { code: shownCode(code) })}</span>}
    >
      <game.Now help={help} />
      <section>
        <h3>{help("rules.title")}</h3>
        <TextedWith files={RULE_TEXTS}>
          <RuleList help={help} />
        </TextedWith>
        {edition !== undefined && (
          <a className="btn" href={`/rules/${edition}`} target="_blank" rel="noopener">
            <Icon name="log" size={18} /> {help("rules.all")}
          </a>
        )}
      </section>
      <Keys help={help} own={game.keys} />
    </Dialog>
  );
}
