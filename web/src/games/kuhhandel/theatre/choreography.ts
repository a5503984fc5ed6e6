/** Who moves in a scene, when and whereto. Pure: where things are was measured before, and nothing is looked at again. */
import type { Frame, Pose, Role } from "../../../theatre/poses";
import type { DonkeyScene, QuartetScene, SaleScene, Scene, TradeScene } from "./scenes";
import { lasting } from "./floor";
import { worth } from "../../../model/table/options";

export interface Box {
  /** The middle. */
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Where things are on the screen. */
export interface Places {
  readonly stage: Box;
  readonly lot: Box;
  /** The money that lies in the middle. */
  readonly pot: Box;
  readonly purses: readonly Box[];
  readonly herds: readonly Box[];
  /** The seat that is nearest to the lower edge; null: nobody's own. */
  readonly own: number | null;
}

/** What somebody on the stage looks like. */
export type Look =
  | { readonly look: "money"; readonly value: number | null; readonly covered?: boolean }
  | { readonly look: "runner" | "card" | "pedigree"; readonly animal: string }
  | { readonly look: "ring" | "glow" | "dim" | "coin" | "rays" }
  | { readonly look: "count"; readonly count: number }
  | { readonly look: "sum" | "gain"; readonly sum: number }
  | { readonly look: "secret" | "tie" }
  | { readonly look: "stamp"; readonly value: number }
  | { readonly look: "points"; readonly value: number; readonly quartets: number; readonly points: number };

export interface Part extends Role {
  readonly as: Look;
  /** How wide it is, in pixels, where that depends on the room. */
  readonly width?: number;
}

const RATIO = 1.4;
const SMALL = 0.42;
const NOWHERE: Box = { x: 0, y: 0, w: 0, h: 0 };

const at = (boxes: readonly Box[], seat: number): Box => boxes[seat] ?? NOWHERE;
const gone = (pose: Pose): Pose => ({ ...pose, opacity: 0 });

/** When the cards of a trade are turned, or would be: an offer that was accepted needs no suspense. */
export const turning = ({ fans }: TradeScene): number => (fans.length === 1 ? 600 : 1400);

/** How long a scene takes, in milliseconds. */
export function lengthOf(scene: Scene): number {
  switch (scene.scene) {
    case "trade":
      return turning(scene) + 1100;
    case "sale":
      return 1100;
    case "donkey":
      return 2400;
    case "quartet":
      return scene.own ? 2000 : 1500;
    case "calls":
    case "lean":
      return lasting(scene);
  }
}

interface Spread {
  readonly middle: Pose;
  readonly width: number;
  readonly room: number;
}

/** The place of one card of a fan. */
function fanned({ middle, width, room }: Spread, card: number, cards: number): Pose {
  const off = card - (cards - 1) / 2;
  const step = cards > 1 ? Math.min(width * 0.5, (room - width) / (cards - 1)) : 0;
  return { x: middle.x + off * step, y: middle.y + Math.abs(off) * Math.min(3, 12 / cards), turn: off * Math.min(8, 44 / cards) };
}

/** What two fans and the animals between them leave of the stage. */
function laidOut(scene: TradeScene, { stage, own }: Places): { readonly tall: boolean; readonly width: number; readonly spread: (seat: number) => Spread } {
  const known = scene.fans.every(({ cards }) => cards !== null);
  const tall = known && stage.h >= 230;
  const width = tall ? Math.min(96, stage.h * 0.2) : Math.min(84, stage.w * 0.135, stage.h * 0.36);
  const low = own === scene.challenged ? scene.challenged : scene.challenger;
  const spread = (seat: number): Spread => {
    const side = seat === low ? 1 : -1;
    const reach = stage.h / 2 - width * RATIO * 0.62 - 6;
    const middle = tall ? { x: stage.x, y: stage.y + side * reach } : { x: stage.x + (seat === scene.challenger ? -0.29 : 0.29) * stage.w, y: stage.y };
    return { middle, width, room: tall ? Math.min(stage.w * 0.62, width * 5) : stage.w * 0.3 };
  };
  return { tall, width, spread };
}

/** Before cards are turned, the whole fan trembles more and more. */
function trembling(pose: Pose, until: number): readonly Frame[] {
  return [560, 680, 800, 920, 1040, 1160, 1280]
    .filter((time) => time < until)
    .map((time, beat): Frame => [time, { ...pose, turn: (pose.turn ?? 0) + (beat % 2 === 0 ? 1 : -1) * (0.5 + beat * 0.2) }, "both"]);
}

/** A step aside of the middle of a fan, as the fan grows or shrinks. */
const grown = (pose: Pose, middle: Pose, scale: number): Pose => ({
  ...pose,
  x: middle.x + (pose.x - middle.x) * scale,
  y: middle.y + (pose.y - middle.y) * scale,
  scale,
});

function fans(scene: TradeScene, places: Places): readonly Part[] {
  const { spread, width } = laidOut(scene, places);
  const turn = turning(scene);
  return scene.fans.flatMap(({ seat, cards, count, to }) => {
    const space = spread(seat);
    const from = at(places.purses, seat);
    const size = scene.winner === null || scene.fans.length === 1 ? 1 : scene.winner === seat ? 1.1 : 0.92;
    return to.map((whose, place): Part => {
      const pose = fanned(space, place, to.length);
      // However many there are, the last one lies there before the fan trembles.
      const start = place * Math.min(40, 120 / to.length);
      const end = grown(pose, space.middle, size);
      const leaves = turn + 560 + start;
      const home = whose === null ? gone({ ...end, y: end.y - 8 }) : { ...at(places.purses, whose), scale: SMALL };
      return {
        key: `money-${seat}-${place}`,
        as: { look: "money", value: cards?.[place] ?? null, ...(count === null ? { covered: true } : {}) },
        width,
        frames: [
          [start, gone({ ...from, scale: SMALL })],
          [start + 20, { ...from, scale: SMALL }, "out"],
          [start + 400, pose, "both"],
          ...trembling(pose, turn),
          [turn, pose, "out"],
          // Those who are not told only see that something has happened.
          [turn + 160, cards === null ? { ...pose, y: pose.y - 5 } : pose],
          [turn + 330, pose, "pop"],
          [turn + 460, end],
          [leaves, end, "both"],
          [leaves + 400, home],
          [leaves + 420, gone(home)],
        ],
        ...(cards === null ? {} : { turned: [turn + start * 0.8, turn + start * 0.8 + 280] as const }),
      };
    });
  });
}

/** What is written at the fans: how many cards, and then what they are worth, where one sees them. */
function labels(scene: TradeScene, places: Places): readonly Part[] {
  const { tall, width, spread } = laidOut(scene, places);
  const turn = turning(scene);
  return scene.fans.flatMap(({ seat, cards, count }): readonly Part[] => {
    const { middle } = spread(seat);
    const wide = Math.abs(fanned(spread(seat), 0, Math.max(1, count ?? 1)).x - middle.x) + width * 0.6;
    const pose: Pose = tall
      ? { x: Math.min(middle.x + wide + 48, places.stage.x + places.stage.w / 2 - 44), y: middle.y }
      : { x: middle.x, y: Math.min(middle.y + width * RATIO * 0.5 + 20, places.stage.y + places.stage.h / 2 - 14) };
    const shown = (from: number, until: number, size = 1): readonly Frame[] => [
      [from, gone({ ...pose, scale: 0.6 }), "pop"],
      [from + 140, { ...pose, scale: size }],
      [until, { ...pose, scale: size }],
      [until + 120, gone({ ...pose, scale: size })],
    ];
    const last = turn + 780;
    return [
      ...(count === null ? [] : [{ key: `count-${seat}`, as: { look: "count", count }, frames: shown(380, cards === null ? last : turn + 40) } as const]),
      ...(cards === null ? [] : [{ key: `sum-${seat}`, as: { look: "sum", sum: worth(cards) }, frames: shown(turn + 120, last, scene.winner === seat ? 1.15 : 1) } as const]),
    ];
  });
}

/** From here to there in hops. */
function hops(from: Pose, to: Pose, start: number, end: number, height: number): readonly Frame[] {
  const mirrored = to.x > from.x;
  return Array.from({ length: 11 }, (_, half): Frame => {
    const part = half / 10;
    const up = half % 2 === 1;
    const pose = {
      x: from.x + (to.x - from.x) * part,
      y: from.y + (to.y - from.y) * part - (up ? height * (1 - part * 0.6) : 0),
      turn: (up ? -9 : 7) * (mirrored ? -1 : 1),
      scale: 1 - 0.5 * part,
      mirrored,
    };
    return [start + (end - start) * part, pose, up ? "in" : "out"];
  });
}

function runners(scene: TradeScene, places: Places): readonly Part[] {
  const { tall, width } = laidOut(scene, places);
  const { stage, herds } = places;
  const turn = turning(scene);
  const all = scene.stake * 2;
  const size = width * (tall ? 1.3 : 1.1);
  return Array.from({ length: all }, (_, place): Part => {
    const owner = place < scene.stake ? scene.challenger : scene.challenged;
    const from = { ...at(herds, owner), scale: 0.4 };
    const stands = { x: stage.x + (place - (all - 1) / 2) * size * (tall ? 1.1 : 0.72), y: stage.y };
    const home = at(herds, scene.home ?? owner);
    const start = turn + 460 + place * 40;
    return {
      key: `runner-${place}`,
      as: { look: "runner", animal: scene.animal },
      width: size,
      frames: [
        [0, gone(from)],
        [60, from, "out"],
        [420, stands, "both"],
        [turn + 320, stands, "out"],
        [turn + 410, { ...stands, y: stands.y - 14, scale: 1.12, turn: -6 }, "in"],
        ...hops(stands, home, start, turn + 940 + place * 40, size * 0.3),
        [turn + 1090, gone({ ...home, scale: 0.4, mirrored: home.x > stands.x })],
      ],
    };
  });
}

function trade(scene: TradeScene, places: Places): readonly Part[] {
  const { stage } = places;
  const { tall, width, spread } = laidOut(scene, places);
  const turn = turning(scene);
  const middle = { x: stage.x, y: stage.y };
  const above = { x: stage.x, y: tall ? stage.y : stage.y - stage.h / 2 + 24 };
  const told: Frame[] = [
    [turn + 60, gone({ ...above, scale: 0.7 }), "pop"],
    [turn + 220, above],
    [turn + 900, above],
    [turn + 1050, gone(above)],
  ];
  const rings = scene.fans.length === 1 ? [] : [560, 860, 1120];
  return [
    { key: "dim", as: { look: "dim" }, frames: [[0, gone(middle), "out"], [260, middle], [turn + 800, middle, "both"], [turn + 1100, gone(middle)]] },
    ...rings.map(
      (time, beat): Part => ({
        key: `ring-${beat}`,
        as: { look: "ring" },
        width: width * 1.6,
        frames: [
          [time, gone({ ...middle, scale: 0.5 })],
          [time + 30, { ...middle, scale: 0.6, opacity: 0.55 + beat * 0.15 }, "out"],
          [time + 380, gone({ ...middle, scale: 1.9 + beat * 0.3 })],
        ],
      }),
    ),
    ...(scene.winner === null || scene.fans.length === 1
      ? []
      : [
          {
            key: "glow",
            as: { look: "glow" },
            width: width * 4.6,
            frames: [
              [turn + 320, gone(spread(scene.winner).middle), "out"],
              [turn + 460, spread(scene.winner).middle],
              [turn + 800, spread(scene.winner).middle],
              [turn + 960, gone(spread(scene.winner).middle)],
            ],
          } as const,
        ]),
    ...runners(scene, places),
    ...fans(scene, places),
    ...labels(scene, places),
    ...(scene.winner === null ? [{ key: "tie", as: { look: "tie" }, frames: told } as const] : []),
    ...(scene.winner !== null && scene.fans.some(({ cards }) => cards === null) ? [{ key: "secret", as: { look: "secret" }, frames: told } as const] : []),
  ];
}

/** No more cards than these are drawn on their way: what counts is the number at the purse. */
const MOST = 8;

function sale({ payment, lot }: SaleScene, places: Places): readonly Part[] {
  const parts: Part[] = [];
  if (payment !== null) {
    const { payer, payee, cards, count } = payment;
    const from = payer === null ? places.pot : at(places.purses, payer);
    const to = at(places.purses, payee);
    const drawn = Math.min(MOST, count);
    for (let place = 0; place < drawn; place++) {
      const start = place * Math.min(70, 350 / drawn);
      const half = { x: (from.x + to.x) / 2 + (place - drawn / 2) * 6, y: (from.y + to.y) / 2 - 30, scale: 1.15, turn: (place - drawn / 2) * 5 };
      parts.push({
        key: `money-${place}`,
        as: { look: "money", value: cards?.[place] ?? null },
        width: 44,
        frames: [
          [start, gone({ ...from, scale: 0.7 })],
          [start + 20, { ...from, scale: 0.7 }, "out"],
          [start + 280, half, "in"],
          [start + 560, { ...to, scale: 0.6 }],
          [start + 620, gone({ ...to, scale: 0.6 })],
        ],
        ...(cards === null ? {} : { turned: [start + 80, start + 330] as const }),
      });
    }
    if (cards !== null && worth(cards) > 0) parts.push(gain("gain", worth(cards), to, places.stage, 560, 1080));
  }
  if (lot !== null) {
    const from = places.lot;
    const to = at(places.herds, lot.buyer);
    parts.push({
      key: "lot",
      as: { look: lot.pedigree === true ? "pedigree" : "card", animal: lot.animal },
      width: from.w,
      frames: [
        [0, from, "out"],
        [200, { ...from, scale: 1.05 }, "both"],
        [850, { ...to, scale: 0.25 }],
        [950, gone({ ...to, scale: 0.25 })],
      ],
    });
  }
  return parts;
}

/** "+90" above a purse, which counts meanwhile. */
function gain(key: string, sum: number, purse: Box, stage: Box, from: number, until: number): Part {
  // Never beyond the edge of the screen.
  const most = Math.max(0, stage.w / 2 - 36);
  const pose = { x: Math.max(stage.x - most, Math.min(stage.x + most, purse.x)), y: purse.y - purse.h / 2 - 10 };
  return {
    key,
    as: { look: "gain", sum },
    frames: [
      [from, gone({ ...pose, scale: 0.6 }), "pop"],
      [from + 160, pose],
      [until - 120, pose, "in"],
      [until, gone({ ...pose, y: pose.y - 10 })],
    ],
  };
}

const COINS = 3;
const DROPS = 12;

function donkey({ payout, seats }: DonkeyScene, { stage, lot, purses }: Places): readonly Part[] {
  const rain = Array.from({ length: DROPS }, (_, drop): Part => {
    const x = stage.x + (((drop * 7) % DROPS) / (DROPS - 1) - 0.5) * stage.w * 0.94;
    // All over the place, and yet the same for everybody.
    const start = 380 + ((drop * drop * 5 + drop * 3) % 11) * 100;
    const top = { x, y: stage.y - stage.h / 2 - 20, scale: 0.8, turn: drop * 40 };
    const ground = { x: x + 12, y: stage.y + stage.h / 2, scale: 0.8, turn: drop * 40 + 200 };
    return { key: `drop-${drop}`, as: { look: "coin" }, frames: [[start, gone(top)], [start + 20, { ...top, opacity: 0.6 }, "in"], [start + 640, { ...ground, opacity: 0.6 }], [start + 700, gone(ground)]] };
  });
  const paid = Array.from({ length: seats }, (_, seat) => at(purses, seat)).flatMap((purse, seat): readonly Part[] => [
    ...Array.from({ length: COINS }, (_coin, coin): Part => {
      const start = 520 + coin * 95;
      const high = { x: (lot.x + purse.x) / 2, y: Math.min(lot.y, purse.y) - 26 - coin * 8, turn: 120 };
      return {
        key: `coin-${seat}-${coin}`,
        as: { look: "coin" },
        frames: [
          [start, gone({ ...lot, scale: 0.5 })],
          [start + 20, { ...lot, scale: 0.5 }, "out"],
          [start + 300, high, "in"],
          [start + 620, { ...purse, scale: 0.7, turn: 260 }],
          [start + 680, gone({ ...purse, scale: 0.7, turn: 260 })],
        ],
      };
    }),
    {
      key: `money-${seat}`,
      as: { look: "money", value: payout },
      width: 44,
      frames: [
        [850, gone({ ...lot, scale: 0.5 })],
        [870, { ...lot, scale: 0.5 }, "both"],
        [1450, { ...purse, scale: 0.8 }],
        [1560, gone({ ...purse, scale: 0.8 })],
      ],
    },
    gain(`gain-${seat}`, payout, purse, stage, 1400, 2350),
  ]);
  return [...rain, ...paid];
}

function quartet({ seat, own, animal, value, sum }: QuartetScene, { stage, herds }: Places): readonly Part[] {
  const from = at(herds, seat);
  const width = own ? Math.min(132, stage.h * 0.4, stage.w * 0.2) : Math.min(64, stage.h * 0.24);
  // Others show theirs next to their seat.
  const middle = own ? { x: stage.x, y: stage.y - 12 } : { x: Math.max(stage.x - stage.w / 2 + width * 1.8, Math.min(stage.x + stage.w / 2 - width * 1.8, from.x)), y: stage.y - stage.h / 2 + width * RATIO * 0.62 };
  const end = own ? 2000 : 1500;
  const parts: Part[] = [0, 1, 2, 3].map((card): Part => {
    const off = card - 1.5;
    const pose = { x: middle.x + off * width * 0.68, y: middle.y + off * off * width * 0.05, turn: off * 9 };
    const start = card * 70;
    return {
      key: `card-${card}`,
      as: { look: "card", animal },
      width,
      still: pose,
      frames: [
        [start, gone({ ...from, scale: 0.35 })],
        [start + 20, { ...from, scale: 0.35 }, "out"],
        [start + 440, pose],
        [760, pose, "out"],
        [800, { ...pose, y: pose.y + 5 }, "out"],
        [920, pose],
        [end - 420, pose, "both"],
        [end - 60, { ...from, scale: 0.35 }],
        [end, gone({ ...from, scale: 0.35 })],
      ],
    };
  });
  const stamped = { ...middle, turn: -11 };
  parts.push({
    key: "rays",
    as: { look: "rays" },
    width: width * 4,
    frames: [[740, gone({ ...middle, scale: 0.5 }), "out"], [800, { ...middle, scale: 0.8 }, "out"], [1250, gone({ ...middle, scale: 1.2 })]],
  });
  parts.push({
    key: "stamp",
    as: { look: "stamp", value },
    width: Math.max(64, width * 0.95),
    still: stamped,
    frames: [
      [600, gone({ ...stamped, scale: 2.6 }), "slam"],
      [760, { ...stamped, scale: 0.94 }, "pop"],
      [860, stamped],
      [end - 400, stamped, "in"],
      [end - 260, gone({ ...stamped, scale: 0.8 })],
    ],
  });
  if (own && sum !== null) {
    const pose = { x: middle.x, y: Math.min(middle.y + width * RATIO * 0.62 + 16, stage.y + stage.h / 2 - 16) };
    parts.push({
      key: "points",
      as: { look: "points", ...sum },
      still: pose,
      frames: [[980, gone({ ...pose, scale: 0.6 }), "pop"], [1160, pose], [end - 320, pose], [end - 180, gone(pose)]],
    });
  }
  return parts;
}

export function partsOf(scene: Scene, places: Places): readonly Part[] {
  switch (scene.scene) {
    case "trade":
      return trade(scene, places);
    case "sale":
      return sale(scene, places);
    case "donkey":
      return donkey(scene, places);
    case "quartet":
      return quartet(scene, places);
    // They are on the plank already: theatre/floor.ts.
    case "calls":
    case "lean":
      return [];
  }
}
