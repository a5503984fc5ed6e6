/** Whose turn it is at a table, and what they do. */
export interface Turn {
  readonly seat: number | null;
  readonly text: string;
}
