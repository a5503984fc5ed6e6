/** What is played at this table, and how to change it. */
import { useEffect, useRef } from "react";
import type { Arrange, EditionInfo } from "../../protocol/types";
import { useTable, useTableStore } from "./context";
import { useEditions } from "../../net/useFetched";
import { changes, type Rules, unled } from "./ruleBook";

interface Arranging {
  readonly editions: readonly EditionInfo[];
  readonly edition: EditionInfo | undefined;
  readonly rules: Rules | undefined;
  /** The house rules that differ from the edition's. */
  readonly changed: ReturnType<typeof changes>;
  /** Null for those who may only read. */
  readonly arrange: ((change: Omit<Arrange, "type">) => void) | null;
  readonly setRule: ((name: string, value: unknown) => void) | null;
}

export function useArranging(): Arranging {
  const store = useTableStore();
  const key = useTable((state) => state.party?.edition);
  const rules = useTable((state) => state.view?.rules);
  const host = useTable((state) => state.may.includes("arrange"));
  const refused = useTable((state) => state.refused);
  const editions = useEditions() ?? [];
  const edition = editions.find((one) => one.key === key);
  const changed = rules === undefined ? {} : changes(rules, edition);

  // A second change may come before the answer to the first, which it must not undo.
  const wanted = useRef<Record<string, unknown>>({});
  useEffect(() => {
    wanted.current = {};
  }, [rules, refused]);

  const arrange = (change: Omit<Arrange, "type">): void => store.ask({ type: "arrange", ...change });
  const setRule = (name: string, value: unknown): void => {
    wanted.current = { ...wanted.current, [name]: value };
    arrange({ rules: { ...unled(changed, edition, name), ...wanted.current } });
  };
  const able = host && edition !== undefined;
  return { editions, edition, rules, changed, arrange: able ? arrange : null, setRule: able ? setRule : null };
}
