import { z } from "zod";
import { requiredText } from "@/lib/validation/fields";

/** The key of a code: 256 random bits in base64url. */
export const QrcodeKey = z.strictObject({ key: requiredText(100) });

/** `qrcode` is an image of the address that the other device opens, for an `img`. */
export type QrcodeDto = { key: string; url: string; qrcode: string; expiresAt: string };

/** The account that a code would log in to. */
export type QrcodeOwnerDto = { username: string; name: string; customer: string; expiresAt: string };
