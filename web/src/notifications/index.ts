/** All about slow tables that wait, in one piece: what two pieces shared would be loaded by everybody. */
export { TableNotifications } from "./TableNotifications";
export { NotificationsPage } from "./NotificationsPage";
export { HoursDialog } from "./HoursDialog";
export { toldAgain } from "./push";
export { WaitingTables } from "./WaitingTables";
