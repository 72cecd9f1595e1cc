import type { ReactNode } from "react";

/** One link of the menu. Two entries may have the same path. */
export type MenuEntry = { id: string; path: string; label: string };

/** A group of the menu; the server renders its icon. */
export type MenuSection = { id: string; label: string; icon: ReactNode; entries: MenuEntry[] };
