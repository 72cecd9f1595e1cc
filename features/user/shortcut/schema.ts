import { z } from "zod";
import { recordIds } from "@/lib/validation/fields";

/** The capacity of the bar. */
export const MAXIMUM_SHORTCUTS = 20;

/** The selected menu entries in order; an empty list clears the bar. */
export const ShortcutInput = z.strictObject({ ids: recordIds(MAXIMUM_SHORTCUTS) });

/** A shortcut; `path` is a page of the console, or an external https address. */
export type ShortcutDto = { id: number; name: string; icon: string; path: string; code: string };

/** 2: already in the bar. */
export type ShortcutCheck = 0 | 2;

/** A menu group with the entries to choose from. */
export type ShortcutMenuDto = {
  id: number;
  name: string;
  icon: string;
  code: string;
  sub: (ShortcutDto & { check: ShortcutCheck })[];
};
