/** What landscapes come to. */
import { byLanguage, type TextModule } from "../../../i18n/catalogue";
import type { Figures } from "../../../model/game/game";

const figures: Figures = {
  files: [byLanguage(import.meta.glob<TextModule>("./figures.*.json"))],
  figures: [
    { text: "figures.tiles", value: ({ figures: { tiles = 0 }, games }) => tiles / games, digits: 1 },
    { text: "figures.goal", value: ({ figures: { goal = 0 }, games }) => goal / games, digits: 1 },
  ],
};

export default figures;
