import type { ReactNode } from "react";

/** The name of a row, which is also its heading on a phone. */
export const TitleCell = ({ children }: { children: ReactNode }) => (
  <span className="wrap-anywhere font-medium sm:block sm:min-w-36">{children}</span>
);

/** A text of any length in two lines; the full text on hover. */
export const TextCell = ({ text }: { text: string }) => (
  <span title={text} className="wrap-anywhere line-clamp-2 text-muted-foreground sm:max-w-md">
    {text || "–"}
  </span>
);
