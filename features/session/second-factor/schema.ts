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
  /** Whether the installation asks everybody for a second factor. */
  isRequired: boolean;
  backupCodesLeft: number;
};

/** `qrcode` is a picture of `url` for an `img`; `secret` is for typing in, in base32. */
export type FactorSetupDto = { secret: string; url: string; qrcode: string };

/** Shown once. */
export type BackupCodesDto = { backupCodes: string[] };
