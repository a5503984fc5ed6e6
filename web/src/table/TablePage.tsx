/** The table while a game goes on: Kuhhandel's here, Kuhfstein's when somebody plays that. */
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Icon } from "../cards/Icon";
import { useTexts } from "../i18n/text";
import { Caught, Outdated } from "../views/Caught";
import { ActionBar } from "./ActionBar";
import { HINTS, hintsLeft } from "./coached";
import { useTable } from "./context";
import { Flight } from "./Flight";
import { Frame } from "./Frame";
import { Happening } from "./Happening";
import { HerdMatrix } from "./HerdMatrix";
import { marketOf } from "./market";
import { Mine } from "./Mine";
import { Seats } from "./Seats";
import { Stage } from "./Stage";
import { Ticker } from "./Ticker";
import { useTurn } from "./turn";

// Not needed for the first look at a table.
const Coach = lazy(() => import("./Coach"));
const Land = lazy(() => import("../land/Land"));

function Deck(): ReactNode {
  const { t } = useTexts();
  const deck = useTable((state) => marketOf(state.view)?.deck ?? 0);
  const name = t("table.deck", { count: deck });
  return (
    <span className="pill p2" role="img" aria-label={name} title={name}>
      <Icon name="deck" size={15} /> {deck}
    </span>
  );
}

function Market(): ReactNode {
  const turn = useTurn(useTable((state) => marketOf(state.view)?.phase));
  const [news] = useState(() => hintsLeft(HINTS));
  const seated = useTable((state) => state.you !== null);
  return (
    <Frame turn={turn} progress={<Deck />} side={<HerdMatrix />}>
      <Seats />
      <Stage />
      <Ticker />
      {news && seated && (
        <Caught fallback={null}>
          <Suspense fallback={null}>
            <Coach />
          </Suspense>
        </Caught>
      )}
      <ActionBar />
      <Mine />
      <Happening />
      <Flight />
    </Frame>
  );
}

export function TableScreen(): ReactNode {
  const land = useTable((state) => state.view?.game === "kuhfstein");
  if (!land) return <Market />;
  return (
    <Caught fallback={<Outdated />}>
      <Suspense fallback={null}>
        <Land />
      </Suspense>
    </Caught>
  );
}
