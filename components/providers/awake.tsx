"use client";

import { useEffect } from "react";
import { AWAKE } from "@/lib/page/early-press";

/** Says that the page can be used: what was pressed before is pressed now. */
export function Awake() {
  useEffect(() => {
    window.dispatchEvent(new Event(AWAKE));
  }, []);
  return null;
}
