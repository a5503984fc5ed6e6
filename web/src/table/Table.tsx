/** A table from the invitation to the score sheet: one store, one page for each stage. */
import { type ReactNode, useEffect, useState } from "react";
import { Lost } from "../views/Lost";
import { ScoreSheet } from "../views/ScoreSheet";
import { WaitingRoom } from "../views/WaitingRoom";
import { TableContext, useTable } from "./context";
import { tableStore } from "./store";
import { TableScreen } from "./TablePage";

export default function Table({ table }: { readonly table: string }): ReactNode {
  const [store] = useState(() => tableStore(table));
  useEffect(() => {
    store.open();
    return () => store.close();
  }, [store]);
  return (
    <TableContext value={store}>
      <Staged />
    </TableContext>
  );
}

function Staged(): ReactNode {
  const stage = useTable((state) => state.party?.stage);
  const reason = useTable((state) => state.reason);
  const closed = useTable((state) => state.party?.closed);
  if (reason !== null) return <Lost reason={reason} />;
  switch (stage) {
    case undefined:
      return null;
    case "open":
    case "revealing":
      return <WaitingRoom />;
    case "playing":
    case "paused":
      return <TableScreen />;
    case "ended":
      return <ScoreSheet />;
    case "closed":
      return <Lost reason={closed ?? "closed"} />;
  }
}
