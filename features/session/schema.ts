import { z } from "zod";
import type { ScopeType } from "@/db/enums";

export const LoginInput = z.strictObject({
  username: z.string().trim().min(1).max(50),
  password: z.string().min(1).max(100),
  /** Captcha key and the characters that the user read. */
  key: z.string().max(64).optional(),
  code: z.string().trim().max(16).optional(),
});
export type LoginInput = z.infer<typeof LoginInput>;

export type CaptchaDto = { key: string; svg: string };

export type LoginDto = {
  token: string;
  user: { id: number; username: string; name: string };
  scope: { type: ScopeType; scope_id: number | null };
  /** Whether the account has to choose among proxy customers. */
  switchScope: boolean;
};

export type SessionDto = {
  user: { id: number; username: string; name: string };
  scope: { type: ScopeType; customer_id: number };
  customer: { id: number; name: string; timeZone: string };
  permissions: string[];
};
