"use client";

import { type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Tokens as canvas colours, and the fonts. */
export type ThemeColours = { colour: (token: string) => string; fontFamily: string };

/** A canvas does not support custom properties, so the browser resolves them on an element of the page. */
function readColours(element: HTMLElement, tokens: readonly string[], isPaper: boolean): ThemeColours {
  const probe = document.createElement("span");
  if (isPaper) probe.dataset.theme = "light";
  element.append(probe);
  const colours = new Map(
    tokens.map((token) => {
      probe.style.color = `var(--${token})`;
      return [token, getComputedStyle(probe).color] as const;
    }),
  );
  const { fontFamily } = getComputedStyle(probe);
  probe.remove();
  return { colour: (token) => colours.get(token) ?? "currentColor", fontFamily };
}

/**
 * The tokens around an element; read again when light and dark change. `tokens` must be the same array in each call.
 */
export function useThemeColours(ref: RefObject<HTMLElement | null>, tokens: readonly string[]): ThemeColours | null {
  const [theme, setTheme] = useState<ThemeColours | null>(null);
  useEffect(() => {
    const readAs = (isPaper: boolean) => {
      if (ref.current) setTheme(readColours(ref.current, tokens, isPaper));
    };
    const read = () => readAs(false);
    read();
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributeFilter: ["data-theme", "class", "style"] });
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", read);
    // Paper has light colours. Rendered at once, because the page is printed after the event, and before the medium
    // changes: maps are copied then, and not every browser tells the page of the medium.
    const paper = matchMedia("print");
    const readAtOnce = () => flushSync(read);
    const readPaper = () => flushSync(() => readAs(true));
    paper.addEventListener("change", readAtOnce);
    window.addEventListener("beforeprint", readPaper);
    window.addEventListener("afterprint", read);
    return () => {
      observer.disconnect();
      scheme.removeEventListener("change", read);
      paper.removeEventListener("change", readAtOnce);
      window.removeEventListener("beforeprint", readPaper);
      window.removeEventListener("afterprint", read);
    };
  }, [ref, tokens]);
  return theme;
}
