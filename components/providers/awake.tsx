"use client";

import { useEffect } from "react";
import { AWAKE } from "@/lib/page/early-use";

/** Says that the page can be used: what was typed and pressed before is handed on now. */
export function Awake() {
  useEffect(() => {
    // Past this effect, in which React would take all that it is told for one change.
    const timer = setTimeout(() => window.dispatchEvent(new Event(AWAKE)));
    return () => clearTimeout(timer);
  }, []);
  return null;
}
