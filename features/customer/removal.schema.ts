import { z } from "zod";
import { recordId, requiredText } from "@/lib/validation/fields";

/** `confirm` is the customer's code, typed by the user to prevent accidental removal. */
export const RemovalInput = z.strictObject({ id: recordId(), confirm: requiredText(100) });

/** The kinds of rows deleted with a customer, in the order in which the dialog lists them. */
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

/** `governedOnlyBy`: accounts and roles of others that would be left without any customer; they prevent the removal. */
export type BelongingsDto = {
  id: number;
  code: string;
  name: string;
  counts: Record<Belonging, number>;
  governedOnlyBy: string[];
};
