import type { ReactNode } from "react";

/** One link of the menu. Two of them may lead to the same place. */
export type MenuEntry = { id: string; path: string; label: string };

/** A group of the menu, its icon ready made by the server. */
export type MenuSection = { id: string; label: string; icon: ReactNode; entries: MenuEntry[] };
