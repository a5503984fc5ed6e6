/** The games on the big screen: each is `screen/Screen.tsx` in the folder of its game, and only screens load it. */
import { type ComponentType, lazy, type ReactNode } from "react";
import type { ScreenProps } from "../model/game/game";

const FILES = import.meta.glob<{ readonly default: ComponentType<ScreenProps> }>("./*/screen/Screen.tsx");
const SCREENS = new Map(Object.entries(FILES).map(([path, load]) => [path.split("/")[1], lazy(load)]));

export function ScreenOf({ game, Frame }: ScreenProps & { readonly game: string }): ReactNode {
  const Screen = SCREENS.get(game);
  return Screen !== undefined && <Screen Frame={Frame} />;
}
