import { z } from "zod";
import { requiredText } from "@/lib/validation/fields";
import { CurrentPassword } from "../password/schema";

/** A code of the authenticator, or a backup code. */
export const FactorCode = requiredText(32);

export const BeginInput = z.strictObject({ password: CurrentPassword });
export const ConfirmInput = z.strictObject({ code: FactorCode });
export const RemoveInput = z.strictObject({ password: CurrentPassword, code: FactorCode });

export type FactorStatusDto = {
  isOn: boolean;
  /** Whether the installation requires a second factor of all users. */
  isRequired: boolean;
  backupCodesLeft: number;
};

/** `qrcode` is an image of `url` for an `img`; `secret` is for manual entry, in base32. */
export type FactorSetupDto = { secret: string; url: string; qrcode: string };

/** Shown only once. */
export type BackupCodesDto = { backupCodes: string[] };
