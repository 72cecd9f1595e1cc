import "server-only";
import { and, desc, eq, ne } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { PersonalFileKind } from "@/db/file-enums";
import { customer, role, session, storedFile, userAccount } from "@/db/schema";
import type { Principal } from "@/lib/auth/principal";
import { inspectPicture } from "@/lib/storage/picture";
import { readFile, storeFile } from "@/lib/stored-file/stored-file";
import type { PersonalInput, PictureDto, ProfileDto, SignInDto } from "./schema";

// Every query is restricted to the principal's own id, so no scope is needed.

/** The caller; only the id matters. */
type Oneself = Pick<Principal, "user">;

const mine = ({ user }: Oneself) => eq(userAccount.id, user.id);

export async function getProfile(db: Db, me: Oneself): Promise<ProfileDto> {
  const [row] = await db
    .select({ account: userAccount, roleName: role.name, scopeType: role.scopeType, customerName: customer.name })
    .from(userAccount)
    .innerJoin(role, eq(role.id, userAccount.roleId))
    .innerJoin(customer, eq(customer.id, userAccount.customerId))
    .where(mine(me));
  if (!row) throw new Error("the signed-in account is gone");
  const { account, ...rest } = row;
  const { id, username, name, remarks, locale, homeStyle, isGuideOn, avatarId } = account;
  return {
    id,
    username,
    name,
    gender: account.gender as ProfileDto["gender"],
    mobile: account.mobile ?? "",
    email: account.email ?? "",
    remarks,
    ...rest,
    locale,
    homeStyle,
    isGuideOn,
    avatarId,
    hasSecondFactor: account.totpConfirmedAt !== null,
    createdAt: account.createdAt.toISOString(),
  };
}

type Changed = { [Field in keyof PersonalInput]: string | number | null };

/**
 * Updates the fields; returns the values before and after. A name, mobile or e-mail address that is already in use
 * violates its unique index.
 */
export async function savePersonal(
  tx: Db,
  me: Oneself,
  values: PersonalInput,
): Promise<{ customerId: number; old: Changed; new: Changed }> {
  const { name, gender, mobile, email, remarks } = userAccount;
  const fields = { customerId: userAccount.customerId, name, gender, mobile, email, remarks };
  const [before] = await tx.select(fields).from(userAccount).where(mine(me)).for("update");
  const [after] = await tx.update(userAccount).set(values).where(mine(me)).returning(fields);
  if (!before || !after) throw new Error("the signed-in account is gone");
  const { customerId, ...old } = before;
  const { customerId: _, ...changed } = after;
  return { customerId, old, new: changed };
}

type Setting = "isGuideOn" | "homeStyle" | "locale";

/** Updates one setting of the account; returns the previous value. */
export async function saveSetting<S extends Setting>(
  tx: Db,
  me: Oneself,
  setting: S,
  value: NonNullable<(typeof userAccount.$inferSelect)[S]>,
): Promise<{ customerId: number; old: unknown }> {
  const [before] = await tx
    .select({ customerId: userAccount.customerId, old: userAccount[setting] })
    .from(userAccount)
    .where(mine(me))
    .for("update");
  if (!before) throw new Error("the signed-in account is gone");
  await tx
    .update(userAccount)
    .set({ [setting]: value })
    .where(mine(me));
  return before;
}

/** The session before this one; null at the first login. */
export async function findLastSignIn(
  db: Db,
  { user, sessionId }: Pick<Principal, "user" | "sessionId">,
): Promise<SignInDto | null> {
  const [row] = await db
    .select({ at: session.createdAt, address: session.address, userAgent: session.userAgent })
    .from(session)
    .where(and(eq(session.userId, user.id), ne(session.id, sessionId)))
    .orderBy(desc(session.createdAt))
    .limit(1);
  return row ? { ...row, at: row.at.toISOString() } : null;
}

/** The session of the request. */
export async function getSignIn(db: Db, { sessionId }: Pick<Principal, "sessionId">): Promise<SignInDto> {
  const [row] = await db
    .select({ at: session.createdAt, address: session.address, userAgent: session.userAgent })
    .from(session)
    .where(eq(session.id, sessionId));
  if (!row) throw new Error("the session is gone");
  return { ...row, at: row.at.toISOString() };
}

const COLUMN = { avatar: "avatarId", signature: "signatureId" } as const satisfies Record<PersonalFileKind, string>;

export type StoredPicture = PictureDto & { content: Buffer; createdAt: Date };

/** The user's picture of this kind, or undefined. */
export async function findPicture(db: Db, me: Oneself, kind: PersonalFileKind): Promise<StoredPicture | undefined> {
  const [row] = await db
    .select({ id: storedFile.id, createdAt: storedFile.createdAt })
    .from(userAccount)
    .innerJoin(storedFile, eq(storedFile.id, userAccount[COLUMN[kind]]))
    .where(mine(me));
  return row && { ...(await readFile(db, row.id)), createdAt: row.createdAt };
}

export type PictureChange = { customerId: number; old: PictureDto | null; new: PictureDto | null };

/** Replaces the user's picture with another or none. The previous one is deleted. */
export async function replacePicture(
  tx: Db,
  me: Oneself,
  kind: PersonalFileKind,
  content: Uint8Array | null,
): Promise<PictureChange> {
  const [account] = await tx
    .select({ customerId: userAccount.customerId, fileId: userAccount[COLUMN[kind]] })
    .from(userAccount)
    .where(mine(me))
    .for("update");
  if (!account) throw new Error("the signed-in account is gone");
  const dto = { id: storedFile.id, contentType: storedFile.contentType, size: storedFile.size };
  let added: PictureDto | null = null;
  if (content) {
    const picture = inspectPicture(content);
    if (!picture) throw new Error("the input lets no other file through");
    const { customerId } = account;
    const { contentType } = picture;
    const id = await storeFile(tx, { customerId, kind, contentType, content });
    added = { id, contentType, size: content.length };
  }
  await tx
    .update(userAccount)
    .set({ [COLUMN[kind]]: added?.id ?? null })
    .where(mine(me));
  const removed = account.fileId
    ? await tx.delete(storedFile).where(eq(storedFile.id, account.fileId)).returning(dto)
    : [];
  return { customerId: account.customerId, old: removed[0] ?? null, new: added };
}
