"use client";

import { type BoundaryProps, BoundaryView } from "@/components/shell/boundary-view";

/** Outside of the shells: the whole window is the page. */
export default function Boundary(props: BoundaryProps) {
  return (
    <main className="grid min-h-dvh">
      <BoundaryView {...props} />
    </main>
  );
}
