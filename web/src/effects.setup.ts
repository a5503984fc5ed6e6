/** Run the effects of what a test has waited for: React has them later, and a test on a busy machine would look first. */
import { act, configure, getConfig } from "@testing-library/react";
import { createRoot } from "react-dom/client";

const usual = getConfig();
const elsewhere = createRoot(document.createElement("div"));
let drawn = 0;

configure({
  asyncWrapper: async (wait) => {
    const found = await usual.asyncWrapper(wait);
    // React runs all effects that are due before it draws anything else.
    act(() => elsewhere.render(++drawn));
    return found;
  },
});
