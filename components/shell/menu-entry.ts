import type { ReactNode } from "react";

/** One link of the menu, text and icon ready made by the server. Two of them may lead to the same place. */
export type MenuEntry = { id: string; path: string; label: string; icon: ReactNode };

export type MenuSection = { id: string; label: string; icon: ReactNode; entries: MenuEntry[] };
