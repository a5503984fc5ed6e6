/** A tab of a browser that is not Chromium: as little of it as a game takes. */
export interface Tab {
  /** The browser, with its version. */
  readonly browser: string;
  /** What the console, the network or the content policy had to complain about, as far as this browser lets it be heard. */
  readonly complaints: readonly string[];
  open(url: string): Promise<void>;
  /** Run something inside the page. It can use nothing but what it is given; that, and what it answers, is JSON. */
  evaluate<Given, Answer>(work: (given: Given) => Answer | Promise<Answer>, given: Given): Promise<Answer>;
  resize(width: number, height: number): Promise<void>;
  /** What is seen, as PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Ask again and again until there is something. What never comes ends by the time limit of the test. */
export async function until<Answer>(ask: () => Promise<Answer | null>, pause = 20): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    await rest(pause);
  }
}

export async function rest(milliseconds: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
