import { z } from "zod";
import type { DateOrder } from "@/features/telemetry/logger/clock.rules";
import { ById } from "@/lib/resource/by-id";

/** The SHA-256 of what all files of a kind have in common. */
const Shape = z.string().regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits");

/** What is kept of files of a shape, at a carrier of the customer. */
export const ForgetInput = z.strictObject({ ...ById.shape, shape: Shape });

/** By what a file was read as the last of its kind: who had it read so and when (epoch ms). */
export type KeptDto = {
  shape: string;
  userName: string | null;
  savedAt: number;
  /** Whether the columns were said as well, and not only zone and order of dates. */
  hasColumns: boolean;
  timeZone: string;
  dateOrder: DateOrder | null;
};

export type ForgottenDto = { carrierId: number };
