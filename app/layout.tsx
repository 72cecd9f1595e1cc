import type { ReactNode } from "react";

/** The document itself is written by `[locale]/layout.tsx`, which knows the language. */
export default function Layout({ children }: { children: ReactNode }) {
  return children;
}
