import { z } from "zod";
import type { ScopeType } from "@/db/enums";
import { lineText, requiredText, verbatimText } from "@/lib/validation/fields";
import type { categoriesOf } from "./session.rules";

export const LoginInput = z.strictObject({
  username: requiredText(50),
  password: verbatimText(100).min(1),
  /**
   * Captcha key and the characters that the user read. While the second factor is requested, the key of a solved
   * captcha remains valid and is sent again with the correct password.
   */
  key: verbatimText(64).optional(),
  code: lineText(16).optional(),
  /**
   * Required after two wrong passwords (PROOF_REQUIRED): any text for which SHA-256 of `<key>:<proof>`, with the key of
   * the captcha, starts with 16 zero bits. The solved captcha remains valid for it.
   */
  proof: lineText(64).optional(),
  /** A code of the authenticator or a backup code, if the account has a second factor. */
  totp: lineText(32).optional(),
});
export type LoginInput = z.infer<typeof LoginInput>;

export type CaptchaDto = { key: string; svg: string };

export type LoginDto = {
  token: string;
  /** `locale`: the language of the account, or null. */
  user: { id: number; username: string; name: string; locale: string | null };
  /** `scope_id`: the customer of the session; null for an agent who has to select one. */
  scope: { type: ScopeType; scope_id: number | null };
  /** Whether the account can switch between proxy customers. */
  switchScope: boolean;
};

export type SessionDto = {
  user: { id: number; username: string; name: string; guide_on: 0 | 1 };
  scope: { type: ScopeType; customer_id: number } & ReturnType<typeof categoriesOf>;
  customer: { id: number; name: string; timeZone: string };
  permissions: string[];
};
