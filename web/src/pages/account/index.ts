/** All about one's account, in one piece: what two pieces shared would be loaded by everybody. */
export { default as Keep } from "./Keep";
export { default as AccountPage } from "./AccountPage";
