import { z } from "zod";
import { recordId } from "@/lib/validation/fields";

export const SwitchInput = z.strictObject({ customerId: recordId() });

/** `current`: the customer of the session; null before one is selected. */
export type ProxyCustomersDto = { items: { id: number; name: string }[]; current: number | null };

/** 200: a new session with this token has started on the customer; 300: it is the current one already. */
export type SwitchDto =
  | { code: 200; token: string; customer: { id: number; name: string } }
  | { code: 300; customer: { id: number; name: string } };
