/** What lies open for all: cards to take and tiles to lay, and how much is left of both. */
import { type ReactNode } from "react";
import { Icon } from "../../../ui/Icon";
import { useTexts } from "../texts";
import { offered } from "../../../model/table/options";
import { Tree, TileArt } from "../drawings";
import { takes } from "../board/chosen";
import { useChoosing } from "../board/choosing";
import { useKuhfstein } from "../view";
import { PatternCard } from "./PatternCard";
import { placesOf, piecesOf, spotsOf } from "../board/spots";
import "./Display.css";

function Exchange({ kind }: { readonly kind: "exchange_tiles" | "exchange_cards" }): ReactNode {
  const { t } = useTexts();
  const { options, able, act } = useChoosing();
  const [action] = offered(options, kind);
  if (action === undefined) return null;
  return (
    <button type="button" className="btn swap" aria-label={t(`kuhfstein.${kind}`)} data-act={kind} disabled={!able} onClick={() => act(action)}>
      <Icon name="swap" size={16} />
      <span className="brief">{t("kuhfstein.exchange")}</span>
      <span className="whole">{t(`kuhfstein.${kind}`)}</span>
    </button>
  );
}

function OpenCards(): ReactNode {
  const { t } = useTexts();
  const { options, chosen, ways, able, choose, act } = useChoosing();
  const cards = useKuhfstein((view) => view.cards);
  const takeable = takes(options);
  return (
    <div className="pattern-cards" role="group" aria-label={t("kuhfstein.cards.open")}>
      {cards.map((face) => {
        const may = takeable.includes(face.card);
        const picked = chosen?.kind === "take" && chosen.card === face.card;
        const press = (): void => {
          const [way] = ways;
          if (picked && way !== undefined) act(way.action);
          else choose({ kind: "take", card: face.card });
        };
        const more = may ? { note: t("kuhfstein.card.take"), onPress: press, disabled: !able } : {};
        return <PatternCard key={face.card} face={face} data="open" chosen={picked} {...more} />;
      })}
    </div>
  );
}

function OpenTiles(): ReactNode {
  const { t } = useTexts();
  const { options, chosen, able, choose } = useChoosing();
  const display = useKuhfstein((view) => view.display);
  const layable = piecesOf(options, "place_tile");
  return (
    <div className="open-tiles" role="group" aria-label={t("kuhfstein.tiles.open")}>
      {display.map((terrain, tile) => {
        const may = layable.includes(tile);
        const picked = chosen?.kind === "tile" && chosen.tile === tile;
        const fertile = may && [...placesOf(spotsOf(options, "place_tile", tile)).values()].some((place) => place.trees.length > 0);
        const name = t(`terrain.${terrain}`);
        const label = [name, may ? t("kuhfstein.tile.lay") : "", fertile ? t("kuhfstein.tile.tree") : ""].filter((text) => text !== "").join("; ");
        return (
          <button
            // Tiles have no names: equal ones are the same to everybody.
            key={tile}
            type="button"
            className={`open-tile ${picked ? "selected" : ""}`}
            aria-label={label}
            title={name}
            aria-pressed={picked}
            aria-disabled={!may || !able}
            data-tile={tile}
            data-terrain={terrain}
            onClick={() => may && able && choose(picked ? null : { kind: "tile", tile, cell: null })}
          >
            <TileArt terrain={terrain} />
            {fertile && (
              <span className="middle sprout" aria-hidden="true">
                <Tree />
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}

export function Display(): ReactNode {
  const { t } = useTexts();
  const pile = useKuhfstein((view) => view.pile);
  const tiles = useKuhfstein((view) => view.tiles);
  const trees = useKuhfstein((view) => view.trees);
  return (
    <section className="column display" aria-label={t("kuhfstein.display")}>
      <div className="display-row">
        <h2 className="line small-head">
          {t("kuhfstein.cards.title")} <span className="pill">{t("kuhfstein.left", { count: pile })}</span>
          <Exchange kind="exchange_cards" />
        </h2>
        <OpenCards />
      </div>
      <div className="display-row">
        <h2 className="line small-head">
          {t("kuhfstein.tiles.title")} <span className="pill">{t("kuhfstein.left", { count: tiles })}</span>
          <span className="pill trees" role="img" aria-label={t("kuhfstein.trees_left", { count: trees })} title={t("kuhfstein.trees_left", { count: trees })}>
            <Tree /> {trees}
          </span>
          <Exchange kind="exchange_tiles" />
        </h2>
        <OpenTiles />
      </div>
    </section>
  );
}
