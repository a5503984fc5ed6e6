/** What a game shows to the pages that all games share. `index.ts` lists the games; nothing else names one. */
import type { ComponentType, ReactNode } from "react";
import type { Args, Language, TextFiles } from "../../i18n/catalogue";
import type { SeededChance } from "../../net/chance";
import type { GameAction, GameEvent, GameStatistics, GameView, Line, Mark, PartyView, Remark, Stop, TableOpened } from "../../protocol/types";
import type { Sounds } from "../../sound/common";
import type { Reaction } from "../table/emotes";
import type { Refused, TableState } from "../table/store";
import type { Turn } from "../table/turn";
import type { Measure } from "../score/plot";
import type { Result, Score } from "../score/score";

/** A part of a game that is fetched when it is wanted. */
export type Load<T> = () => Promise<{ readonly default: T }>;

export interface Game {
  /** The name of the game, as its views have it. */
  readonly name: string;
  /** A class for everything at its table. */
  readonly className?: string;

  // On the first page, and before the game.
  readonly poster: Poster;
  readonly bots: Bots;
  /** Pages of its own, beside its table. */
  readonly pages?: readonly OwnPage[];
  /** The house rules that follow the pace of the table unless the host sets them again. */
  readonly pacedRules?: readonly string[];
  /** The house rules that suit people in one room best, besides the pace. */
  readonly roomRules?: Readonly<Record<string, unknown>>;
  /** The house rules with which people can pass one device around: one after the other acts. Null: they cannot. */
  readonly passRules: Readonly<Record<string, unknown>> | null;
  /** What is behind the chip for the cards, where an edition takes card files. */
  readonly CardsDialog?: ComponentType<{ readonly party: PartyView; readonly onClose: () => void }>;

  // At the table.
  readonly Table: ComponentType<TableProps>;
  /** Fetch the table before somebody sits down to it. */
  readonly preload: () => void;
  readonly help: Load<GameHelp>;
  /** What the coach of its tutorial says. The server has one by the same name. */
  readonly tutorial?: Load<Tutorial>;
  readonly LineSign: ComponentType<{ readonly line: Line }>;
  readonly lines?: LineRules;
  /** What is heard of a step, by the names of its sounds. People in the same room hear it: it tells no secret. */
  readonly cuesOf: (events: readonly GameEvent[], view: GameView) => readonly string[];
  readonly sounds: Load<Sounds>;
  /** What is felt as well, where a device can shake, in milliseconds. */
  readonly shakes?: Readonly<Record<string, number>>;
  /** The faces that bots make at a step: out of what all at the table know, so that all see the same. */
  readonly reactionsOf: (events: readonly GameEvent[], view: GameView, bots: readonly number[]) => readonly Reaction[];
  /** Whether offers are laid in secret, so that people may want to be asked before. */
  readonly secretOffers: boolean;
  /** A button for what somebody would answer before they are asked, where the game has such orders. */
  readonly Orders?: ComponentType;
  /** The money of a seat, as far as the viewer knows it. */
  readonly money?: (view: GameView, seat: number) => number | null;
  /** Actions that may follow one another before the first is answered. */
  readonly repeatable?: readonly GameAction["type"][];
  /** The key of special words for a refusal. */
  readonly refusalKey?: (refused: Refused) => string | null;

  // After the game.
  /** What its pages after the game say, and its table if that does not come with the first page. */
  readonly texts: readonly TextFiles[];
  readonly after: Load<AfterGame>;
  readonly deal: Load<Deal>;
  readonly Replay: ComponentType<ReplayProps>;
  /** How long a step with this event stays in a replay, in milliseconds, if not as long as others. */
  readonly lasting?: (event: GameEvent) => number | undefined;
  /** What a replay marks on its line, the rarest first, and the pictures of some. */
  readonly marks: readonly Mark[];
  readonly markImages?: Readonly<Partial<Record<Mark, string>>>;

  /** What its games come to besides points, for the page of somebody's games. */
  readonly figures?: Load<Figures>;

  readonly rules: Load<RuleBook>;
}

/** What the page draws around a game. */
export interface FrameProps {
  readonly turn: Turn;
  /** What there is to know below the log. */
  readonly side?: ReactNode;
  readonly children: ReactNode;
}

/** Around a game that goes on: the top bar, the log and the chat, the menu. The page hands it to the game. */
export interface TableProps {
  readonly Frame: ComponentType<
    FrameProps & {
      /** How far the game is, for the top bar. */
      readonly progress: ReactNode;
    }
  >;
}

/** Around a game on a television, which shows it as spectators see it. */
export interface ScreenProps {
  readonly Frame: ComponentType<{
    /** What the header says beside the name of the table. */
    readonly aside: ReactNode;
    readonly children: ReactNode;
  }>;
}

/** Around a replay, and the bar that moves it, which stands where people act at a table. */
export interface ReplayProps {
  readonly Frame: ComponentType<FrameProps>;
  readonly Bar: ComponentType<{ readonly children?: ReactNode }>;
}

/** Figures of many games, and the words for them. */
export interface Figures {
  readonly files: readonly TextFiles[];
  readonly figures: readonly Figure[];
}

export interface Figure {
  /** The key of its name. */
  readonly text: string;
  /** NaN where nothing can be said. */
  readonly value: (games: GameStatistics) => number;
  /** Of how many, if it is a part of something. */
  readonly of?: (games: GameStatistics) => number;
  readonly digits?: number;
}

/** What the first page says of a game, and the table that it opens at one tap. */
export interface Poster {
  /** The picture above everything, for the first game of the list. */
  readonly Hero?: ComponentType;
  readonly Art: ComponentType;
  /** A small picture beside the name of the game. */
  readonly icon: string;
  /** How many can play: "3–5". */
  readonly players: string;
  readonly edition: string;
  /** What people of a language have in their box instead. */
  readonly editionIn?: Readonly<Partial<Record<Language, string>>>;
  readonly seats: number;
  /** Who sits at the other seats, unless somebody wants it easy or hard. */
  readonly bots: readonly string[];
}

/** The edition that a game is played with in a language, where nobody has chosen one. */
export function editionFor({ edition, editionIn }: Poster, language: Language): string {
  return editionIn?.[language] ?? edition;
}

/** The bot of a level in a game; the usual one where the game has no such level. */
export function botOf({ characters }: Bots, level: string): string {
  return characters.includes(level) ? level : "medium";
}

export interface Bots {
  /** The characters that make a difference in this game, as the server calls them. */
  readonly characters: readonly string[];
  /** The catalogue's key of a character. A table may change its game while bots of another sit at it. */
  readonly keyOf: (bot: string) => string;
}

export interface OwnPage {
  readonly path: string;
  /** The text of the link to it. */
  readonly label: string;
  readonly Page: ComponentType;
}

/** Which lines of the log say something. */
export interface LineRules {
  /** Leave out what says nothing, for those who are told and cannot look. */
  readonly told: (lines: readonly Line[]) => readonly Line[];
  /** Of those, leave out what need not stay in the log. */
  readonly shown: (lines: readonly Line[]) => readonly Line[];
  /** Whether somebody who was away for days wants to read it. Without it, they want all. */
  readonly news?: (line: Line) => boolean;
  /** What a line has cost (below 0) or earned a seat, where the game has money. */
  readonly earned?: (line: Line, seat: number) => number;
  /** A line in a word, where the next one comes soon; null: as it is written. */
  readonly spoken: (line: Line) => string | null;
}

export type HelpTexts<Own extends string = string> = (key: Own, args?: Args) => string;

export interface GameHelp {
  readonly texts: readonly TextFiles[];
  /** What goes on now. */
  readonly Now: ComponentType<{ readonly help: HelpTexts }>;
  readonly keys: readonly Shortcut[];
}

/** A game that somebody plays to learn it: the server has a script for it, and this is what is said about it. */
export interface Tutorial {
  /** By the keys `tutor`, the name of the game, and the key of a step: its title, its text and what to do. */
  readonly texts: TextFiles;
  /** In the order in which they come; one that does not fit is left out. */
  readonly steps: readonly TutorStep[];
}

export interface TutorStep {
  readonly key: string;
  /** What it is about on the page; what is to be pressed is the last. Nothing of it is ever covered. */
  readonly spots: readonly string[];
  /** What is to be pressed next, the last thing first; without it, the last of the spots. */
  readonly press?: readonly string[];
  /** Whether it fits what goes on; without it, it comes when all before it is done. */
  readonly fits?: (state: TableState) => boolean;
  readonly args?: (state: TableState, names: readonly string[]) => Args;
  /** There is nothing to do: it is only to be read. */
  readonly read?: boolean;
  /** The hints that nobody needs after it. */
  readonly teaches?: readonly string[];
}

export interface Shortcut {
  /** What is written on the key, or the text for it. */
  readonly key: string | { readonly text: string };
  readonly does: string;
  /** Whether it comes after the keys that all tables have. */
  readonly last?: boolean;
}

export interface AfterGame {
  /** Reckons the points of the table, and hands them to what is inside. */
  readonly Score: ComponentType<{ readonly children: (score: Score) => ReactNode }>;
  readonly course: CourseWords;
  /** Whether the server has a coach for it. */
  readonly coached?: boolean;
  readonly highlights?: Load<Highlights>;
}

/** All that is known of a game that is over. */
export interface Finished {
  readonly log: readonly GameEvent[];
  readonly stops: readonly Stop[];
  /** What the coach says; nothing where there is none. */
  readonly remarks: readonly Remark[];
  readonly result: Result;
}

/** A moment that is worth telling, by the key of its words. */
export interface Moment {
  readonly kind: string;
  readonly image: string;
  readonly seats: Readonly<Record<string, number>>;
  readonly args: Args;
  /** Null: no step is known. */
  readonly step: number | null;
}

/** What a game tells of itself when it is over, before its points. */
export interface Highlights {
  readonly files: readonly TextFiles[];
  readonly momentsOf: (game: Finished) => readonly Moment[];
}

/** What the course of a game shows, by the keys of the words. */
export interface CourseWords {
  readonly title: string;
  readonly measures: readonly { readonly measure: Measure; readonly title: string; readonly why: string }[];
  /** What a seat has, in the table. */
  readonly cell: string;
  /** The marks that the table tells of; of several at one step, the first counts. */
  readonly milestones: readonly { readonly mark: Mark; readonly title: string }[];
  /** The mark that goes through the plots as an upright. */
  readonly upright?: Mark;
}

export interface DealWords {
  readonly key: string;
  readonly args?: Args;
}

/** The deal of a game again, to be compared with what was dealt. */
export interface Deal {
  /** Deal again. A start player who is not drawn is given. Null: what is in the box of this edition is not known here. */
  readonly check: (log: readonly GameEvent[], opening: TableOpened, start: number | undefined, chance: SeededChance) => { readonly deck: boolean; readonly start: boolean } | null;
  readonly beginner: (log: readonly GameEvent[]) => number | undefined;
  /** What to say of a deal: as it should be, as it should not, what is not checked, and what no log of this game can prove. */
  readonly words: (log: readonly GameEvent[]) => Readonly<Record<"good" | "bad" | "unchecked", DealWords>> & { readonly unproven?: DealWords };
}

export interface Chapter {
  readonly title: string;
  readonly text: string;
  readonly steps?: Readonly<Record<string, string>>;
  readonly figure?: string;
}

export interface RuleBook {
  /** The chapters, by name. A later file takes the place of chapters of an earlier one. */
  readonly chapters: readonly TextFiles[];
  /** Their order, if not that of the files. */
  readonly order?: readonly string[];
  readonly Figure: ComponentType<{ readonly chapter: string; readonly caption: string | undefined }>;
}
