/** What every page may say in English, as one file to fetch. */
import messages from "@messages/en.json";
import home from "./home.en.json";
import play from "./play.en.json";
import you from "./you.en.json";

export default { ...messages, ...home, ...play, ...you };
