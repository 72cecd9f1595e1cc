import { randomBytes } from "node:crypto";
import type { Db } from "@/db/client";
import type { ScopeType } from "@/db/enums";
import { role, rolePermission, session, userAccount, userCustomer, userScene } from "@/db/schema";
import { hashPassword } from "@/lib/auth/password";
import { ALL_PERMISSIONS, type Permission } from "@/lib/auth/permissions";
import { findPrincipal, type Principal } from "@/lib/auth/principal";
import { findProof } from "@/lib/auth/proof-of-work";
import { sealSession } from "@/lib/auth/session-token";
import { ERRORS } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { TEST_PASSWORD } from "../support/environment";

const unique = () => randomBytes(5).toString("hex");

async function one<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows;
  if (!row) throw new Error("the factory made no row");
  return row;
}

type RoleOptions = Partial<typeof role.$inferInsert> & { permissions?: readonly Permission[] };

/** A role with every permission, by default of a customer administrator. */
export async function makeRole(db: Db, customerId: number, options: RoleOptions = {}) {
  const { permissions = ALL_PERMISSIONS, ...values } = options;
  const row = await one(
    db
      .insert(role)
      .values({ customerId, name: `role ${unique()}`, scopeType: 1, ...values })
      .returning(),
  );
  if (permissions.length > 0)
    await db.insert(rolePermission).values(permissions.map((code) => ({ roleId: row.id, code })));
  return row;
}

export type UserOptions = Partial<typeof userAccount.$inferInsert> & {
  scopeType?: ScopeType;
  permissions?: readonly Permission[];
  /** The nodes that a customer user is limited to. */
  sceneIds?: readonly number[];
  /** The customers that an agent may switch to, or that a platform user manages. */
  customerIds?: readonly number[];
};

let passwordHash: Promise<string> | undefined;

/** An account with its own role and the password shared by all tests. */
export async function makeUser(db: Db, customerId: number, options: UserOptions = {}) {
  const { scopeType = 1, permissions, sceneIds = [], customerIds = [], ...values } = options;
  passwordHash ??= hashPassword(TEST_PASSWORD);
  const roleId =
    values.roleId ?? (await makeRole(db, customerId, { scopeType, ...(permissions && { permissions }) })).id;
  const username = `user-${unique()}`;
  const row = await one(
    db
      .insert(userAccount)
      .values({ customerId, username, name: username, passwordHash: await passwordHash, ...values, roleId })
      .returning(),
  );
  for (const sceneId of sceneIds) await db.insert(userScene).values({ userId: row.id, sceneId });
  for (const id of customerIds) await db.insert(userCustomer).values({ userId: row.id, customerId: id });
  return row;
}

type SessionOptions = Partial<typeof session.$inferInsert>;

/** A live session without a login, and its token. */
export async function openSessionOf(db: Db, user: { id: number }, values: SessionOptions = {}) {
  const expiresAt = new Date(Date.now() + 3_600_000);
  const row = await one(
    db
      .insert(session)
      .values({ userId: user.id, expiresAt, ...values })
      .returning(),
  );
  return { ...row, token: await sealSession(user.id, row.id) };
}

/** The operation context of this account, as the HTTP endpoint creates it from the session. */
export async function accountContext(
  db: Db,
  user: { id: number },
  { now = new Date(), ...values }: SessionOptions & { now?: Date } = {},
): Promise<OperationContext & { actor: { type: "user"; principal: Principal } }> {
  const { id } = await openSessionOf(db, user, values);
  const principal = await findPrincipal(db, id);
  if (!principal || principal === "replaced") throw new Error("the session is not live");
  return {
    actor: { type: "user", principal },
    scope: principal.scope,
    db,
    requestId: `test-${unique()}`,
    address: "127.0.0.1",
    userAgent: "test",
    locale: "en-US",
    now,
  };
}

/** Logs in over HTTP. Each call has its own address, because logins are rate-limited by address. */
export async function login(baseUrl: string, username: string, fields: Record<string, unknown> = {}) {
  const answer = await tryLogin(baseUrl, username, fields);
  // Like the login form: after several wrong passwords the call requires a proof for the captcha's key.
  if (answer.state.code !== ERRORS.PROOF_REQUIRED.code || "proof" in fields) return answer;
  return tryLogin(baseUrl, username, { ...fields, proof: await findProof(String(fields.key)) });
}

async function tryLogin(baseUrl: string, username: string, fields: Record<string, unknown>) {
  const response = await fetch(`${baseUrl}/service/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": randomAddress() },
    body: JSON.stringify({ username, password: TEST_PASSWORD, ...fields }),
  });
  const body = (await response.json()) as {
    state: { code: number; msg: string; requestId?: string; issues?: { path: string; rule: string }[] };
    data?: { token: string; user: { id: number } };
  };
  const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
  return { response, ...body, token: body.data?.token ?? "", cookie };
}

const randomAddress = () => `10.${[...randomBytes(3)].join(".")}`;
