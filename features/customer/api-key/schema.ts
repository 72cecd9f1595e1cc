import { z } from "zod";
import { ALL_PERMISSIONS, type Permission } from "@/lib/auth/permissions";
import { listQuery } from "@/lib/resource/list-query";
import { recordId, requiredText } from "@/lib/validation/fields";
import { instant } from "@/lib/validation/instant";

export const API_KEY_STATES = ["active", "expired", "revoked"] as const;
export type ApiKeyState = (typeof API_KEY_STATES)[number];

/** A key for another system. `customerId` is for those who work for several customers; otherwise it is the own one. */
export const ApiKeyInput = z.strictObject({
  customerId: recordId().optional(),
  name: requiredText(30),
  codes: z
    .array(z.enum(ALL_PERMISSIONS))
    .min(1)
    .transform((codes) => [...new Set(codes)]),
  /** Good until then; for ever if null. */
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
  /** The first characters, to tell keys apart. */
  prefix: string;
  codes: Permission[];
  state: ApiKeyState;
  /** Who made it; null if that account is gone. */
  createdBy: string | null;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
};

/** The key is shown this once; only its hash is kept. */
export type CreatedApiKeyDto = ApiKeyDto & { key: string };
