/** Pairs the screen whose code somebody scanned before they sat down. */
import { type ReactNode, useEffect, useState } from "react";
import { TextedWith } from "../../i18n/text";
import { call } from "../../net/http";
import { useTable } from "../../model/table/context";
import { forgetToken, pendingToken } from "./token";
import { FILES, useProblem, useTexts } from "./texts";

export default function PendingPairing(): ReactNode {
  return (
    <TextedWith files={FILES}>
      <Pairing />
    </TextedWith>
  );
}

function Pairing(): ReactNode {
  const { t } = useTexts();
  const worded = useProblem();
  const table = useTable((state) => state.table);
  const [became, setBecame] = useState<{ readonly problem: unknown } | null>(null);
  useEffect(() => {
    const token = pendingToken();
    if (token === null) return;
    forgetToken();
    call("POST /api/tables/{table}/screens", { token }, { table }).then(
      () => setBecame({ problem: null }),
      (problem: unknown) => setBecame({ problem }),
    );
  }, [table]);
  return (
    <p className="notice" role="status">
      {became !== null && (became.problem === null ? t("screens.paired") : worded(became.problem))}
    </p>
  );
}
