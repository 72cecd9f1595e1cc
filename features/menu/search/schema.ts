import { z } from "zod";
import type { CarrierType, DeviceKind } from "@/db/enums";
import { requiredText } from "@/lib/validation/fields";

export const SearchQuery = z.strictObject({ q: requiredText(100) });

/**
 * A page that the user may open, or an action that opens a form there. In every interface language also `english` and
 * `terms` are searched: synonyms, and the Pinyin of the title and of Chinese synonyms.
 */
export type ScreenHit = {
  path: string;
  title: string;
  section: string;
  english: string;
  terms: string;
  isAction: boolean;
};

export type CarrierHit = { id: number; name: string; type: CarrierType; place: string; customerName: string | null };
export type DeviceHit = {
  id: number;
  name: string;
  kind: DeviceKind;
  serialNumber: string;
  mac: string;
  customerName: string | null;
};

/** The best results of each kind; prefix matches come first. */
export type SearchDto = { carriers: CarrierHit[]; devices: DeviceHit[] };
