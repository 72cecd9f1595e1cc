import type { ReactNode } from "react";

/** No providers, so that the login loads fast. Texts are passed to the form as properties. */
export default function Layout({ children }: { children: ReactNode }) {
  return <main className="min-h-dvh">{children}</main>;
}
