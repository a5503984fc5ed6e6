/** What every page may say in Dutch, as one file to fetch: of the games, what they say outside their tables. */
import messages from "@messages/nl.json";
import home from "./home.nl.json";
import play from "./play.nl.json";

const games = import.meta.glob<typeof home>("../games/*/base.nl.json", { eager: true, import: "default" });

export default [messages, home, play, ...Object.values(games)];
