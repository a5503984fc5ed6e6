/** Paper snippets in the winners' colours, for a moment. Whoever dislikes motion never loads it. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import "./Confetti.css";

const LASTS = 3600;
const SNIPPETS = 130;
const OTHERS = ["--gold", "--red", "--money"];

interface Snippet {
  readonly x: number;
  readonly fall: number;
  readonly sway: number;
  readonly turn: number;
  readonly late: number;
  readonly size: number;
  readonly colour: string;
}

function snippet(width: number, colours: readonly string[], number: number): Snippet {
  const chance = Math.random;
  return {
    x: chance() * width,
    fall: 0.16 + chance() * 0.2,
    sway: 14 + chance() * 30,
    turn: 0.002 + chance() * 0.006,
    late: chance() * 900,
    size: 6 + chance() * 7,
    colour: colours[number % colours.length] ?? "",
  };
}

function draw(brush: CanvasRenderingContext2D, one: Snippet, time: number, left: number): void {
  const age = time - one.late;
  if (age < 0) return;
  brush.save();
  brush.globalAlpha = Math.min(1, left / 700);
  brush.translate(one.x + Math.sin(age * one.turn) * one.sway, age * one.fall - 20);
  brush.rotate(age * one.turn);
  // A flat piece of paper that turns is narrow now and then.
  brush.scale(1, Math.cos(age * one.turn * 1.7));
  brush.fillStyle = one.colour;
  brush.fillRect(-one.size / 2, -one.size / 3, one.size, one.size * 0.66);
  brush.restore();
}

export default function Confetti({ seats }: { readonly seats: readonly number[] }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [over, setOver] = useState(false);
  const winners = seats.join();
  useEffect(() => {
    const paper = canvas.current;
    const brush = paper?.getContext("2d");
    if (paper == null || brush == null) return undefined;
    paper.width = innerWidth;
    paper.height = innerHeight;
    const style = getComputedStyle(document.documentElement);
    const names = [...winners.split(",").map((seat) => `--p${(Number(seat) % 6) + 1}`), ...OTHERS];
    const colours = names.map((name) => style.getPropertyValue(name).trim());
    const all = Array.from({ length: SNIPPETS }, (_, number) => snippet(innerWidth, colours, number));
    let began: number | undefined;
    let frame = 0;
    const paint = (now: number): void => {
      began ??= now;
      const time = now - began;
      if (time > LASTS) {
        setOver(true);
        return;
      }
      brush.clearRect(0, 0, paper.width, paper.height);
      for (const one of all) draw(brush, one, time, LASTS - time);
      frame = requestAnimationFrame(paint);
    };
    frame = requestAnimationFrame(paint);
    return () => cancelAnimationFrame(frame);
  }, [winners]);
  return over ? null : <canvas ref={canvas} className="confetti" aria-hidden="true" />;
}
