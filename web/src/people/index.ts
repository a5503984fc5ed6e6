/** All about other people, in one piece: what two pieces shared would be loaded by everybody. */
export { About } from "./About";
export { AboutButton, People } from "./AboutButton";
export { Blocked } from "./Blocked";
export { StartDialog } from "./StartDialog";
export { StartClock } from "./StartClock";
