import { z } from "zod";
import { requiredText } from "@/lib/validation/fields";

/** The key of a code: 256 random bits in base64url. */
export const QrcodeKey = z.strictObject({ key: requiredText(100) });

/** `qrcode` is a picture for an `img`, of the address that the other device opens. */
export type QrcodeDto = { key: string; url: string; qrcode: string; expiresAt: string };

/** Whose account a code would sign in to. */
export type QrcodeOwnerDto = { username: string; name: string; customer: string; expiresAt: string };
