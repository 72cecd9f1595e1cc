import { z } from "zod";
import { recordId } from "@/lib/validation/fields";

export const SwitchInput = z.strictObject({ customerId: recordId() });

/** `current`: the customer that the session works on; null before one is chosen. */
export type ProxyCustomersDto = { items: { id: number; name: string }[]; current: number | null };

/** 200: a new session has begun on the customer, with this token; 300: it is that one already. */
export type SwitchDto =
  | { code: 200; token: string; customer: { id: number; name: string } }
  | { code: 300; customer: { id: number; name: string } };
