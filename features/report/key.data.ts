import "server-only";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { installationKey } from "@/db/schema";

type Sealed = { certificate: string; sealedPrivateKey: string };

/** A key of the installation, which belongs to no customer. */
export async function findSealed(db: Db, name: string): Promise<Sealed | undefined> {
  const [row] = await db.select().from(installationKey).where(eq(installationKey.name, name));
  return row && { certificate: row.publicKey, sealedPrivateKey: row.sealedPrivateKey };
}

/** Inserts a key if there is none, or replaces `old`. */
export async function insertSealed(db: Db, name: string, key: Sealed, old: Sealed | undefined): Promise<void> {
  if (old) await db.delete(installationKey).where(eq(installationKey.publicKey, old.certificate));
  const { certificate: publicKey, sealedPrivateKey } = key;
  await db.insert(installationKey).values({ name, publicKey, sealedPrivateKey }).onConflictDoNothing();
}
