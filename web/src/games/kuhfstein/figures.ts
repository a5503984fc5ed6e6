/** What landscapes come to. */
import type { Figures } from "../game";

const figures: Figures = {
  files: [{ en: () => import("./figures.en.json"), de: () => import("./figures.de.json"), ru: () => import("./figures.ru.json") }],
  figures: [
    { text: "figures.tiles", value: ({ figures: { tiles = 0 }, games }) => tiles / games, digits: 1 },
    { text: "figures.goal", value: ({ figures: { goal = 0 }, games }) => goal / games, digits: 1 },
  ],
};

export default figures;
