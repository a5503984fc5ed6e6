/** What every page may say in Russian, as one file to fetch. */
import messages from "@messages/ru.json";
import home from "./home.ru.json";
import play from "./play.ru.json";
import you from "./you.ru.json";

export default { ...messages, ...home, ...play, ...you };
