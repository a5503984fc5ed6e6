/** What every page may say in Russian, as one file to fetch: of the games, what they say outside their tables. */
import messages from "@messages/ru.json";
import home from "./home.ru.json";
import play from "./play.ru.json";

const games = import.meta.glob<typeof home>("../games/*/base.ru.json", { eager: true, import: "default" });

export default [messages, home, play, ...Object.values(games)];
