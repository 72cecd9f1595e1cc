"use client";

import { type BoundaryProps, BoundaryView } from "@/components/shell/boundary-view";

/** Outside the shells, so it fills the whole window. */
export default function Boundary(props: BoundaryProps) {
  return (
    <main className="grid min-h-dvh">
      <BoundaryView {...props} />
    </main>
  );
}
