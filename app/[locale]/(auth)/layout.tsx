import type { ReactNode } from "react";

/** No providers here: the way in must load at once. Texts reach the form as properties. */
export default function Layout({ children }: { children: ReactNode }) {
  return <main className="min-h-dvh">{children}</main>;
}
