/** All about slow tables that wait, in one piece: what two pieces shared would be loaded by everybody. */
export { AtTable } from "./AtTable";
export { HoursChip } from "./HoursChip";
export { Waiting } from "./Waiting";
