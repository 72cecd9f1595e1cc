import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { SIGNATURE_MEANINGS, SIGNED_KINDS } from "../enums";
import { closedSets, id, instant, ref } from "./columns";

/** Electronic signatures (21 CFR 11.50, 11.70; EU GMP Annex 11). A trigger refuses to update or delete them. */
export const signature = pgTable(
  "signature",
  {
    id: id(),
    /** No foreign keys: like the audit trail, a signature outlives customer, account and record. */
    customerId: ref().notNull(),
    recordKind: text({ enum: SIGNED_KINDS }).notNull(),
    recordId: ref().notNull(),
    /** A record that changes after its approval becomes a new version, which is signed anew. */
    version: integer().notNull(),
    meaning: text({ enum: SIGNATURE_MEANINGS }).notNull(),
    reason: text(),
    /** Null: a receiver without an account, whose printed name is by their own word. */
    userId: ref(),
    /** Account and printed name as they were. */
    account: text().notNull(),
    printedName: text().notNull(),
    at: instant().notNull(),
    /** The session in which the user signed: signatures of one sitting ask for the second factor once. */
    sessionId: uuid(),
    address: text().notNull(),
    userAgent: text().notNull(),
    /** The drawn signature of the profile as it was. */
    imageId: uuid(),
    imageHash: text(),
    /** The record as it was signed, as canonical JSON, and its SHA-256 in hex. */
    content: text().notNull(),
    contentHash: text().notNull(),
    /** HMAC over all other columns under the audit chain's key. */
    keyId: text().notNull(),
    seal: text().notNull(),
  },
  (t) => [
    ...closedSets(t),
    index("signature_record_idx").on(t.recordKind, t.recordId),
    index("signature_session_idx").on(t.sessionId, t.at),
    index("signature_image_idx").on(t.userId, t.imageHash),
  ],
);
