import { z } from "zod";
import { recordId, requiredText } from "@/lib/validation/fields";

/** The customer's code, typed by whoever removes it: nobody does that by accident. */
export const RemovalInput = z.strictObject({ id: recordId(), confirm: requiredText(100) });

/** What goes with a customer, in the order in which people are told. */
export const BELONGINGS = [
  "users",
  "roles",
  "scenes",
  "carriers",
  "devices",
  "probes",
  "readings",
  "exceptions",
  "notices",
  "zones",
  "triggers",
  "contacts",
  "reasons",
  "apiKeys",
  "parameters",
  "files",
] as const;
export type Belonging = (typeof BELONGINGS)[number];

/** `governedOnlyBy`: accounts and roles of others that would be left without any customer; they bar the removal. */
export type BelongingsDto = {
  id: number;
  code: string;
  name: string;
  counts: Record<Belonging, number>;
  governedOnlyBy: string[];
};
