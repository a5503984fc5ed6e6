/** What games of cow trades come to. */
import { byLanguage, type TextModule } from "../../../i18n/catalogue";
import type { Figures } from "../../../model/game/game";

const figures: Figures = {
  files: [byLanguage(import.meta.glob<TextModule>("./figures.*.json"))],
  figures: [
    { text: "figures.quartets", value: ({ figures: { quartets = 0 }, games }) => quartets / games, digits: 1 },
    { text: "figures.bluffs", value: ({ figures: { bluffs_won: won = 0 } }) => won, of: ({ figures: { bluffs = 0 } }) => bluffs },
    { text: "figures.money", value: ({ figures: { spent = 0 }, points }) => (points > 0 ? spent / points : NaN), digits: 2 },
  ],
};

export default figures;
