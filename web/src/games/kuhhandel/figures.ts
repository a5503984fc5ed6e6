/** What games of cow trades come to. */
import type { Figures } from "../game";

const figures: Figures = {
  files: [{ en: () => import("./figures.en.json"), de: () => import("./figures.de.json"), ru: () => import("./figures.ru.json") }],
  figures: [
    { text: "figures.quartets", value: ({ figures: { quartets = 0 }, games }) => quartets / games, digits: 1 },
    { text: "figures.bluffs", value: ({ figures: { bluffs_won: won = 0 } }) => won, of: ({ figures: { bluffs = 0 } }) => bluffs },
    { text: "figures.money", value: ({ figures: { spent = 0 }, points }) => (points > 0 ? spent / points : NaN), digits: 2 },
  ],
};

export default figures;
