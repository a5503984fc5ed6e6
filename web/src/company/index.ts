/** All about company, in one piece: what two pieces shared would be loaded by everybody. */
export { About } from "./About";
export { AboutButton, People } from "./AboutButton";
export { Blocked } from "./Blocked";
export { StartChip } from "./StartChip";
export { StartClock } from "./StartClock";
