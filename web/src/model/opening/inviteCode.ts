/** Invite codes, as people write them down. */
const LENGTH = 7;
/** A letter before it may name the part of a large site that the table belongs to. */
const LONGEST = LENGTH + 1;

/** Show a code in capitals with a dash, so that it can be read out. */
export function shownCode(code: string): string {
  const capitals = code.toUpperCase();
  return `${capitals.slice(0, 4)}-${capitals.slice(4)}`;
}

/** Read what was typed or pasted: a code in any writing, or the link of a table. */
export function readCode(typed: string): { table: string } | { code: string } | null {
  const table = /\/t\/([a-z2-9]{26,27})/.exec(typed)?.[1];
  if (table !== undefined) return { table };
  const linked = /\/j\/(\w+)/.exec(typed)?.[1];
  const code = (linked ?? typed).toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return code.length === LENGTH || code.length === LONGEST ? { code } : null;
}
