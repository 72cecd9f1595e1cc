import { createHash } from "node:crypto";
import { keyFrom } from "@/lib/auth/secret-box";
import { env } from "@/lib/env/env";
import type { ChainKey, ChainKeys } from "./chain";

const PURPOSE = "audit chain";

function chainKey(secret: string): ChainKey {
  const key = keyFrom(secret, PURPOSE);
  return { id: createHash("sha256").update(key).digest("hex").slice(0, 12), key };
}

/** The keys of the chains: written with that of the first secret, checked by those of all (HKDF-SHA256). */
export function chainKeysOf(secrets: readonly [string, ...string[]]): ChainKeys {
  const [current, ...earlier] = secrets.map(chainKey) as [ChainKey, ...ChainKey[]];
  return { current, all: [current, ...earlier] };
}

/** Those of this installation: AUTH_SECRET, and AUTH_SECRET_PREVIOUS for what was written before it changed. */
export const chainKeys = (): ChainKeys => chainKeysOf([env().AUTH_SECRET, ...env().AUTH_SECRET_PREVIOUS]);
