/** The order in which seats are shown. */
import { useTable } from "../../../model/table/context";
import { kuhhandelView } from "../view";

/** All seats clockwise from one's own left, and one's own last. */
export function useOrder(): readonly number[] {
  const you = useTable((state) => state.you);
  const count = useTable((state) => kuhhandelView(state.view)?.seats.length ?? 0);
  const first = you === null ? 0 : you + 1;
  return Array.from({ length: count }, (_, place) => (first + place) % count);
}
