import { z } from "zod";
import type { ScopeType } from "@/db/enums";
import { lineText, requiredText, verbatimText } from "@/lib/validation/fields";

export const LoginInput = z.strictObject({
  username: requiredText(50),
  password: verbatimText(100).min(1),
  /**
   * Captcha key and the characters that the user read. Sent again with a right password, the key of a captcha that was
   * solved stands for it while the second factor is asked for.
   */
  key: verbatimText(64).optional(),
  code: lineText(16).optional(),
  /**
   * After two wrong passwords the call asks for it with PROOF_REQUIRED: any text for which SHA-256 of `<key>:<proof>`, the
   * key being that of the captcha, begins with 16 zero bits. The solved captcha stays good for it.
   */
  proof: lineText(64).optional(),
  /** The code of the authenticator, or a backup code, where the account has a second factor. */
  totp: lineText(32).optional(),
});
export type LoginInput = z.infer<typeof LoginInput>;

export type CaptchaDto = { key: string; svg: string };

export type LoginDto = {
  token: string;
  /** `locale`: the language that the account has chosen, or null. */
  user: { id: number; username: string; name: string; locale: string | null };
  /** `scope_id`: the customer that the session works on; null for an agent who has to choose one. */
  scope: { type: ScopeType; scope_id: number | null };
  /** Whether the account may switch among proxy customers. */
  switchScope: boolean;
};

export type SessionDto = {
  user: { id: number; username: string; name: string };
  scope: { type: ScopeType; customer_id: number };
  customer: { id: number; name: string; timeZone: string };
  permissions: string[];
};
