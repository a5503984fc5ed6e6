/** Chance for robots, from a seed, so that two windows do not do the same. A small generator is enough: nothing here is secret. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
