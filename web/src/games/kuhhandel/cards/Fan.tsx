/** A fan of cards: what the game is about, before a word is read. */
import type { CSSProperties, ReactNode } from "react";
import { Animal } from "./Animal";
import type { Animal as Species } from "../../../protocol/types";
import "./Fan.css";

const FAN: readonly Species[] = ["donkey", "pig", "cow", "horse", "goose"];

export function Fan(): ReactNode {
  return (
    <div className="fan" aria-hidden="true">
      {FAN.map((animal, index) => {
        const off = index - (FAN.length - 1) / 2;
        return (
          <div key={animal} style={{ "--turn": `${off * 10}deg`, "--drop": `${off ** 2 * 9}px` } as CSSProperties}>
            <Animal animal={animal} size="l" mute />
          </div>
        );
      })}
    </div>
  );
}
