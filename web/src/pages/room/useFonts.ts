/** Wait for the fonts, so that the page does not move once it is shown. */
import { useEffect, useState } from "react";

const FONTS = ["800 1rem Bitter", "700 1rem Nunito"];
/** The longest wait for the fonts, in milliseconds. */
const MOST = 2000;

/** Return whether the fonts for this text are loaded, or the wait for them is over. */
export function useFonts(text: string): boolean {
  const [there, setThere] = useState(() => FONTS.every((font) => document.fonts.check(font, text)));
  useEffect(() => {
    const go = (): void => setThere(true);
    const timer = setTimeout(go, MOST);
    Promise.all(FONTS.map(async (font) => document.fonts.load(font, text))).then(go, go);
    return () => clearTimeout(timer);
  }, [text]);
  return there;
}
