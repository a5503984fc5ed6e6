/** The table of Kuhfstein again: the same, with the replay's bar in the place of what one could do. */
import type { ReactNode } from "react";
import { LandTable } from "../land/Land";
import { Bar } from "./Bar";
import "../styles/land.css";

export default function LandAgain(): ReactNode {
  return (
    <LandTable>
      <Bar />
    </LandTable>
  );
}
