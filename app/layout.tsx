import type { ReactNode } from "react";

/** `[locale]/layout.tsx` renders the document, because it knows the language. */
export default function Layout({ children }: { children: ReactNode }) {
  return children;
}
