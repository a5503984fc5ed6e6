/** What every page may say in English, as one file to fetch: of the games, what they say outside their tables. */
import messages from "@messages/en.json";
import home from "./home.en.json";
import play from "./play.en.json";

const games = import.meta.glob<typeof home>("../games/*/base.en.json", { eager: true, import: "default" });

export default [messages, home, play, ...Object.values(games)];
