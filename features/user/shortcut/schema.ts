import { z } from "zod";
import { recordIds } from "@/lib/validation/fields";

/** As many as a bar has room for. */
export const MAXIMUM_SHORTCUTS = 20;

/** The chosen menu entries in their order; none empties the bar. */
export const ShortcutInput = z.strictObject({ ids: recordIds(MAXIMUM_SHORTCUTS) });

/** An entry of the own bar; `path` is a page of the console, or an address on the web by https. */
export type ShortcutDto = { id: number; name: string; icon: string; path: string; code: string };

/** 2: it is in the bar already. */
export type ShortcutCheck = 0 | 2;

/** A group of the menu with the entries that one may choose from. */
export type ShortcutMenuDto = {
  id: number;
  name: string;
  icon: string;
  code: string;
  sub: (ShortcutDto & { check: ShortcutCheck })[];
};
