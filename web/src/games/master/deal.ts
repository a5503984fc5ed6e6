/** The deal of Kuhhandel Master again: Kuhhandel's, from other boxes. */
import { dealFrom } from "../kuhhandel/deal";
import BOXES from "./boxes.json";

export default dealFrom(BOXES);
