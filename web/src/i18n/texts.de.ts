/** What every page may say in German, as one file to fetch. */
import messages from "@messages/de.json";
import home from "./home.de.json";
import play from "./play.de.json";
import you from "./you.de.json";

export default { ...messages, ...home, ...play, ...you };
