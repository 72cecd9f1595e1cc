import { createHash } from "node:crypto";
import { keyFrom } from "@/lib/auth/secret-box";
import { env } from "@/lib/env/env";
import type { ChainKey, ChainKeys } from "./chain";

const PURPOSE = "audit chain";

function chainKey(secret: string): ChainKey {
  const key = keyFrom(secret, PURPOSE);
  return { id: createHash("sha256").update(key).digest("hex").slice(0, 12), key };
}

/** Derives the chain keys (HKDF-SHA256): the first secret's key signs, the keys of all secrets verify. */
export function chainKeysOf(secrets: readonly [string, ...string[]]): ChainKeys {
  const [current, ...earlier] = secrets.map(chainKey) as [ChainKey, ...ChainKey[]];
  return { current, all: [current, ...earlier] };
}

/** The chain keys of this installation: AUTH_SECRET, and AUTH_SECRET_PREVIOUS for rows written before it changed. */
export const chainKeys = (): ChainKeys => chainKeysOf([env().AUTH_SECRET, ...env().AUTH_SECRET_PREVIOUS]);
