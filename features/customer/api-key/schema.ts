import { z } from "zod";
import { ALL_PERMISSIONS, type Permission } from "@/lib/auth/permissions";
import { listQuery } from "@/lib/resource/list-query";
import { recordId, requiredText } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";

export const API_KEY_STATES = ["active", "expired", "revoked"] as const;
export type ApiKeyState = (typeof API_KEY_STATES)[number];

/** An API key. `customerId` is for users who manage several customers; default is the user's own. */
export const ApiKeyInput = z.strictObject({
  customerId: recordId().optional(),
  name: requiredText(30),
  codes: z
    .array(z.enum(ALL_PERMISSIONS))
    .min(1)
    .transform((codes) => [...new Set(codes)]),
  /** The expiry; null means never. */
  expiresAt: instant().nullable().default(null),
});
export type ApiKeyInput = z.output<typeof ApiKeyInput>;

export const ApiKeyListQuery = listQuery({
  sort: ["createdAt", "name", "customerName", "lastUsedAt", "expiresAt"],
  dir: "desc",
  filters: { state: z.enum(API_KEY_STATES).optional(), customerId: recordId().optional() },
});
export type ApiKeyListQuery = z.output<typeof ApiKeyListQuery>;

export type ApiKeyDto = {
  id: number;
  customerId: number;
  customerName: string;
  name: string;
  /** The first characters, which identify the key. */
  prefix: string;
  codes: Permission[];
  state: ApiKeyState;
  /** The creator's name; null if that account is deleted. */
  createdBy: string | null;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
};

/** Includes the key, which is shown only once; only its hash is stored. */
export type CreatedApiKeyDto = ApiKeyDto & { key: string };
