/**
 * The first script, and a small one: it sends for everything that this page is going to need at once,
 * instead of one thing after the other, and opens the socket of a table while the rest is on its way.
 */
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./ui/Button.css";
import "./ui/Pill.css";
import "./ui/Sheet.css";
import "./ui/Wood.css";
import { Catalogue, ownLanguage } from "./i18n/catalogue";
import { openEarly } from "./model/table/earlyTable";

const table = /^\/t\/([^/]+)$/.exec(location.pathname)?.[1];
if (table !== undefined) {
  openEarly(table);
  void import("./pages/table/Table");
}
if (location.pathname === "/") void import("./pages/landing/Landing");
// Whoever needs it asks for it again, and says so if it does not come.
Catalogue.load(ownLanguage()).catch(() => undefined);
void import("./main");
