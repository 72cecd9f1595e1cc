import { z } from "zod";
import type { SignatureMeaning } from "@/db/enums";
import { lineText, multilineText, verbatimText } from "@/lib/validation/fields";
import { REASON_LENGTH } from "./signature.rules";

/** What proves that the signer is the person: the password, and the second factor where the account has one. */
export const SigningCredentials = {
  password: verbatimText(100).min(1),
  totp: lineText(32).optional(),
};

/** The SHA-256 of the record that the signer has seen, in hex. */
export const ContentHash = z.string().regex(/^[0-9a-f]{64}$/);

/** The fields of a mutation that signs one record; spread into its input. */
export const SigningInput = { ...SigningCredentials, contentHash: ContentHash };

/** A signer's reason; empty if none. */
export const SigningReason = multilineText(REASON_LENGTH).default("");

/**
 * `valid`: the record is as it was signed. `changed`: it differs. `superseded`: of an earlier version. `forged`: the
 * row of the signature itself is not the one that the product wrote.
 */
export type SignatureState = "valid" | "changed" | "superseded" | "forged";

export type SignatureDto = {
  id: number;
  version: number;
  meaning: SignatureMeaning;
  reason: string | null;
  account: string;
  printedName: string;
  /** ISO-8601 in UTC. */
  at: string;
  hasImage: boolean;
  state: SignatureState;
  /** Paths of the fields that differ from what was signed; at most 20. */
  changedFields: string[];
};

/** The signatures of a record, and what this account may sign next; `contentHash` is sent back with the signature. */
export type SigningDto = {
  contentHash: string;
  signatures: SignatureDto[];
  next: SignatureMeaning[];
};
