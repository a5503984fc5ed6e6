/** What every page may say in German, as one file to fetch: of the games, what they say outside their tables. */
import messages from "@messages/de.json";
import home from "./home.de.json";
import play from "./play.de.json";

const games = import.meta.glob<typeof home>("../games/*/base.de.json", { eager: true, import: "default" });

export default [messages, home, play, ...Object.values(games)];
