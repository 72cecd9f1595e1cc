import "server-only";
import webPush from "web-push";
import { openSecret, sealSecret } from "@/lib/auth/secret-box";
import { log } from "@/lib/log/log";
import type { Db } from "@/lib/operation/context";
import { endOtherKeys, findKey, insertKey } from "./push.data";

const KEY = "web push";

/**
 * Returns the VAPID key pair of this installation (RFC 8292), generated at first use. The private key is encrypted with
 * AUTH_SECRET. Under another secret it cannot be decrypted: a new pair then replaces it, and every subscription made
 * with the earlier one ends because push services would refuse it.
 */
export async function vapidKeys(db: Db): Promise<{ publicKey: string; privateKey: string }> {
  const known = await findKey(db, KEY);
  const privateKey = known && openSecret(known.sealedPrivateKey, KEY);
  if (known && privateKey) return { publicKey: known.publicKey, privateKey };
  if (known) log.warn("the key for push notifications was sealed with another AUTH_SECRET; a new one is made");
  const made = webPush.generateVAPIDKeys();
  const sealedPrivateKey = sealSecret(made.privateKey, KEY);
  await insertKey(db, { name: KEY, publicKey: made.publicKey, sealedPrivateKey }, known?.publicKey);
  // If two processes start at once, the pair of the first is used.
  const kept = await findKey(db, KEY);
  const opened = kept && openSecret(kept.sealedPrivateKey, KEY);
  if (!kept || !opened) throw new Error("the key for push notifications cannot be opened");
  await endOtherKeys(db, kept.publicKey, new Date());
  return { publicKey: kept.publicKey, privateKey: opened };
}
