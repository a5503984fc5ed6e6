/** The scenes of the table on its stage: looks for everybody in the choreography, and words for those who cannot see it. */
import { type CSSProperties, type ReactNode, useLayoutEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { type Paths, type TextFiles, type TextModule, byLanguage } from "../../../i18n/catalogue";
import { TextedWith, useTexts as useAll } from "../../../i18n/text";
import type { Animal as Species, Kind } from "../../../protocol/types";
import { useTable } from "../../../model/table/context";
import { useSaid } from "../../../model/table/said";
import { type Actor, Actors } from "../../../theatre/Actors";
import { OnStage, type Repertoire } from "../../../theatre/context";
import type { Curtain } from "../../../theatre/curtain";
import { Skip } from "../../../theatre/Skip";
import { Animal } from "../cards/Animal";
import { MoneyBack } from "../cards/Backs";
import { type Look, lengthOf, type Part, partsOf } from "./choreography";
import { direct } from "./direct";
import { moved } from "./floor";
import { MoneyCard } from "../cards/MoneyCard";
import { measured } from "./places";
import { Day } from "../stage/Day";
import { Pasture } from "../stage/Pasture";
import type { Scene } from "./scenes";
import type { OwnKey } from "../texts";
import type theatre from "./theatre.en.json";
import { useVariant } from "../variant";
import { kuhhandelView } from "../view";
import "./Scenes.css";

const TEXTS: readonly TextFiles[] = [
  byLanguage(import.meta.glob<TextModule>("./theatre.*.json")),
];
const useTexts = useAll<OwnKey | Paths<typeof theatre>>;

function Face({ as }: { readonly as: Look }): ReactNode {
  const { t } = useTexts();
  const { Pedigree } = useVariant();
  switch (as.look) {
    case "money":
      return as.value === null ? <Hidden covered={as.covered === true} /> : <MoneyCard value={as.value} size="s" mute />;
    case "card":
      return <Animal animal={as.animal as Kind} size="s" mute />;
    case "pedigree":
      return <Pedigree animal={as.animal as Species} size="s" mute />;
    case "runner":
      return <img className="runner" src={`/art/${as.animal}.svg`} alt="" />;
    case "coin":
      return <img src="/art/coin.svg" alt="" width="22" height="22" />;
    case "dim":
    case "ring":
    case "glow":
    case "rays":
      return <i className={`stage-${as.look}`} />;
    case "count":
      return <span className="pill told">{t("play.money.cards", { count: as.count })}</span>;
    case "sum":
      return <b className="pill told">{as.sum}</b>;
    case "gain":
      return <b className="pill told gained">+{as.sum}</b>;
    case "secret":
      return <span className="pill told">{t("play.theatre.secret")}</span>;
    case "tie":
      return <span className="pill told">{t("play.happening.tie")}</span>;
    case "stamp":
      return (
        <span className="stamp">
          <small>{t("play.theatre.stamp")}</small>
          <b>{as.value}</b>
        </span>
      );
    case "points":
      return <span className="pill told">{t(as.quartets > 1 && as.points !== as.value ? "play.theatre.points_times" : "play.theatre.points", as)}</span>;
  }
}

/** A card that this viewer must not see, or a hand over cards that may not even be counted. */
function Hidden({ covered }: { readonly covered: boolean }): ReactNode {
  return (
    <>
      <MoneyBack size="s" mute />
      {covered && <img className="covering" src="/art/hand.svg" alt="" />}
    </>
  );
}

const acted = (part: Part): Actor => ({
  ...part,
  face: (
    <div className="middle looks" style={part.width === undefined ? {} : ({ "--card-s": `${part.width.toFixed(1)}px` } as CSSProperties)}>
      <Face as={part.as} />
    </div>
  ),
  ...(part.turned === undefined
    ? {}
    : {
        back: (
          <div className="middle looks" style={{ "--card-s": `${part.width?.toFixed(1)}px` } as CSSProperties}>
            <MoneyBack size="s" mute />
          </div>
        ),
      }),
});

/** What is on the stage itself, and gives way to the scene. */
function hiding(scene: Scene): { readonly what: string; readonly frames: Keyframe[] } | null {
  switch (scene.scene) {
    case "trade":
      return { what: ".stage > .trade", frames: [{ opacity: 1 }, { opacity: 0, offset: 0.1 }, { opacity: 0 }] };
    case "sale":
      return scene.lot === null ? null : { what: ".stage .lot, .stage .pot .backs", frames: [{ opacity: 0 }, { opacity: 0 }] };
    case "quartet":
      return scene.own ? { what: ".stage > .podium", frames: [{ opacity: 1 }, { opacity: 0.15, offset: 0.2 }, { opacity: 0.15, offset: 0.8 }, { opacity: 1 }] } : null;
    case "donkey":
    case "calls":
    case "lean":
      return null;
  }
}

/** The traders stay in the light, and what is played is not there a second time. */
function litAndHidden(scene: Scene, rate: number): () => void {
  const lit = scene.scene === "trade" ? [scene.challenger, scene.challenged].map((seat) => document.querySelector<HTMLElement>(`[data-seat="${seat}"]`)) : [];
  for (const seat of lit) if (seat !== null) seat.dataset["lit"] = "";
  const hides = hiding(scene);
  const hidden = hides === null ? [] : [...document.querySelectorAll(hides.what)].map((one) => one.animate(hides.frames, { duration: lengthOf(scene) / rate, fill: "forwards" }));
  return () => {
    for (const seat of lit) delete seat?.dataset["lit"];
    for (const one of hidden) one.cancel();
  };
}

function Played({ scene, rate }: { readonly scene: Scene; readonly rate: number }): ReactNode {
  const you = useTable((state) => state.you);
  const seats = useTable((state) => kuhhandelView(state.view)?.seats.length ?? 0);
  const [cast, setCast] = useState<readonly Actor[]>([]);
  useLayoutEffect(() => {
    if (scene.scene === "calls" || scene.scene === "lean") return rate === 0 ? undefined : moved(scene, rate);
    // Everything is measured here, once, before anything moves.
    const places = measured(seats, you);
    if (places === null) return undefined;
    setCast(partsOf(scene, places).map(acted));
    return rate === 0 ? undefined : litAndHidden(scene, rate);
  }, [scene, seats, you, rate]);
  const behind = useMemo(() => cast.filter(({ key }) => key === "dim"), [cast]);
  const before = useMemo(() => cast.filter(({ key }) => key !== "dim"), [cast]);
  return (
    <>
      {behind.length > 0 && <Actors cast={behind} length={lengthOf(scene)} rate={rate} behind />}
      {before.length > 0 && <Actors cast={before} length={lengthOf(scene)} rate={rate} />}
    </>
  );
}

/** The log has a line for everything that is played but a quartet. */
function Words({ scenes }: { readonly scenes: readonly Scene[] }): ReactNode {
  const said = useSaid();
  const { t } = useTexts();
  const quartet = scenes.find((scene) => scene.scene === "quartet");
  const [words, setWords] = useState("");
  const text = quartet === undefined ? "" : said("play.theatre.quartet", { seat: quartet.seat }, { animal: quartet.animal, value: quartet.value });
  const points = quartet?.own === true && quartet.sum !== null ? t("play.theatre.points", { points: quartet.sum.points }) : "";
  // Stays until the next one: nobody is interrupted.
  if (text !== "" && words !== `${text} ${points}`) setWords(`${text} ${points}`);
  return (
    <p className="visually-hidden" aria-live="polite" data-theatre="ready">
      {words}
    </p>
  );
}

/** From here on it is long enough to want to be spared the rest. */
const LONG = 1500;

function Staged({ curtain }: { readonly curtain: Curtain<Scene> }): ReactNode {
  const { t } = useTexts();
  const { act, entries } = useStore(curtain.state);
  const [skip] = useState(() => () => curtain.skip());
  const rate = curtain.rate();
  const length = act === null ? 0 : Math.max(...act.entries.map(({ to }) => to)) / (rate || 1);
  return (
    <>
      {entries.map(({ scene, from }) => (
        <Played key={`${scene.scene}-${from}`} scene={scene} rate={rate} />
      ))}
      {act !== null && <Skip key={length} label={t("play.theatre.skip")} onSkip={skip} lasts={act.holds > LONG && rate > 0 ? length : null} />}
      <Words scenes={act?.entries.map(({ scene }) => scene) ?? []} />
    </>
  );
}

function Scenes({ curtain }: { readonly curtain: Curtain<Scene> }): ReactNode {
  const [sound] = useState(() => (name: string) => curtain.sound(name));
  return (
    <TextedWith files={TEXTS}>
      {/* What was bought is seen on the hill when its scene is over. */}
      <OnStage>
        <Day />
        <Pasture onSound={sound} />
      </OnStage>
      <Staged curtain={curtain} />
    </TextedWith>
  );
}

const repertoire: Repertoire<Scene> = { direct, Scenes };
export default repertoire;
