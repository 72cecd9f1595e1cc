import "server-only";
import { readFile } from "node:fs/promises";
import { openSecret, sealSecret } from "@/lib/auth/secret-box";
import { env } from "@/lib/env/env";
import { log } from "@/lib/log/log";
import type { Db } from "@/lib/operation/context";
import type { SigningKey } from "@/lib/pdf/sign";
import { keyPairOf, makeKeyPair, signingKeyOf } from "@/lib/pdf/signing-key";
import { findSealed, insertSealed } from "./key.data";

const NAME = "documents";
const SUBJECT = "Frostline";

/**
 * The key with which this installation signs documents: that of SIGNING_KEY_FILE, else one made at first use, whose
 * private part is encrypted with AUTH_SECRET. Under another secret it cannot be decrypted and is replaced; documents
 * signed before remain valid, because each has its certificate.
 */
export async function documentKey(db: Db, now: Date): Promise<SigningKey> {
  const { SIGNING_KEY_FILE, SIGNING_KEY_PASSWORD } = env();
  if (SIGNING_KEY_FILE) return signingKeyOf(keyPairOf(await readFile(SIGNING_KEY_FILE), SIGNING_KEY_PASSWORD ?? ""));
  const known = await findSealed(db, NAME);
  const key = known && opened(known);
  if (key) return key;
  if (known) log.warn("the key for documents was sealed with another AUTH_SECRET; a new one is made");
  const { privateKey, certificate } = makeKeyPair(SUBJECT, now);
  await insertSealed(db, NAME, { certificate, sealedPrivateKey: sealSecret(privateKey, NAME) }, known);
  // If two processes start at once, the pair of the first is used.
  const stored = await findSealed(db, NAME);
  const made = stored && opened(stored);
  if (!made) throw new Error("the key for documents cannot be opened");
  return made;
}

const opened = ({ certificate, sealedPrivateKey }: { certificate: string; sealedPrivateKey: string }) => {
  const privateKey = openSecret(sealedPrivateKey, NAME);
  return privateKey === null ? null : signingKeyOf({ certificate, privateKey });
};
