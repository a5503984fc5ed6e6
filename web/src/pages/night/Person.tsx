/** A face with a name, of a guest of the night. */
import type { CSSProperties, ReactNode } from "react";
import { spoken } from "../../model/table/names";
import { portrait } from "../../model/table/portrait";
import { seatColour } from "../../ui/Shape";
import { useTexts } from "./texts";
import "../../ui/Portrait.css";

interface Props {
  readonly number: number | null;
  readonly name: string;
  readonly children?: ReactNode;
}

export function Person({ number, name, children }: Props): ReactNode {
  const { find } = useTexts();
  return (
    <span className="night-person">
      <span className="portrait" style={{ "--pc": seatColour(number ?? 0) } as CSSProperties}>
        <img src={portrait(undefined, number ?? 0)} alt="" />
      </span>
      <b dir="auto">{spoken(name, find)}</b>
      {children}
    </span>
  );
}
