import { z } from "zod";
import { recordId } from "@/lib/validation/fields";
import type { ReplyOutcome } from "./reply.rules";

const Short = z.string().trim().max(200);

/** A webhook request: the URL parameters, the raw body, and the parts that the signature covers. */
export const ReplyCall = z.object({
  provider: recordId().optional().catch(undefined),
  token: Short.optional().catch(undefined),
  key: Short.optional().catch(undefined),
  code: Short.optional().catch(undefined),
  body: z.string(),
  request: z.object({ url: z.string(), headers: z.record(z.string(), z.string()) }),
});

/** The answer for the provider to send back or read out. */
export type ReplyDto = { outcome: ReplyOutcome; text: string };
