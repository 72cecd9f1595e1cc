import { z } from "zod";
import type { DateOrder } from "@/features/telemetry/logger/clock.rules";
import { ById } from "@/lib/resource/by-id";

/** SHA-256 of what all files of a kind have in common. */
const Shape = z.string().regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits");

/** The saved reading of a shape, addressed through a carrier of the customer. */
export const ForgetInput = z.strictObject({ ...ById.shape, shape: Shape });

/** The saved reading that was applied to a file: who saved it and when (epoch ms). */
export type KeptDto = {
  shape: string;
  userName: string | null;
  savedAt: number;
  /** Whether it includes columns, not only time zone and date order. */
  hasColumns: boolean;
  timeZone: string;
  dateOrder: DateOrder | null;
};

export type ForgottenDto = { carrierId: number };
