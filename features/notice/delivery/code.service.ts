import "server-only";
import { randomInt } from "node:crypto";
import type { Db } from "@/lib/operation/context";
import { phoneDigits } from "../reply/reply.rules";
import { hasProvider, insertCode, removeCodes, renewCode } from "./code.data";
import { codeExpiry, makeCode } from "./code.rules";

type Recipient = { customerId: number; contactId: number; phone: string };

const SHORT_TRIES = 8;
const TRIES = 40;

/**
 * Returns the code with which a contact names these alarms in a reply. The same alarms always get the same code. Null
 * if no provider accepts replies, or no code is free.
 */
export async function issueCode(
  db: Db,
  { phone, ...recipient }: Recipient,
  exceptionIds: readonly number[],
  now: Date,
): Promise<string | null> {
  const holder = { ...recipient, phone: phoneDigits(phone) };
  if (holder.phone === "" || !(await hasProvider(db))) return null;
  const ids = exceptionIds.toSorted((a, b) => a - b);
  const expiresAt = codeExpiry(now);
  const known = await renewCode(db, holder, ids, expiresAt);
  if (known) return known;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const code = makeCode(tries < SHORT_TRIES ? 2 : 3, (below) => randomInt(below));
    if (await insertCode(db, holder, code, ids, expiresAt)) return code;
  }
  return null;
}

/** Invalidates all codes of a contact whose number changes, because the number may now belong to another person. */
export const voidCodes = (tx: Db, contactId: number): Promise<void> => removeCodes(tx, contactId);
