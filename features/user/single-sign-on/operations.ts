import "server-only";
import type { SignOnRefusal } from "@/features/session/login.rules";
import { openSignedOnSession } from "@/features/session/session.operations";
import { LOGINS_PER_MINUTE } from "@/features/session/session.rules";
import type { LoginDto } from "@/features/session/session.schema";
import { hashPassword } from "@/lib/auth/password";
import { newToken } from "@/lib/auth/token";
import { env } from "@/lib/env/env";
import { type ClaimMapping, singleSignOnOf } from "@/lib/env/single-sign-on";
import { AppError, notFound } from "@/lib/errors";
import { limitAddress } from "@/lib/http/rate-limit";
import type { Reply } from "@/lib/http/reply";
import { log } from "@/lib/log/log";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation, Refused } from "@/lib/operation/define-operation";
import { findHeldRoles, isCustomerActive } from "../grant.data";
import type { HeldRole } from "../grant.rules";
import { insertUser, type LockedUser, lockCustomersAndRoles, lockUsers, saveUser } from "../user.data";
import { auditSnapshot } from "../user.rules";
import {
  findAssigned,
  findIdentity,
  insertIdentity,
  isEmailFree,
  isNameFree,
  isUsernameFree,
  lockIdentity,
} from "./data";
import { assignmentOf, emailOf, hasName, personNameOf, usernameOf } from "./rules";
import { type Claims, Following, ProviderLogin, Provisioning } from "./schema";

const NO_PLACES = { sceneIds: [], customerIds: [] };
/** The maximum number appended to equal names; not expected to be reached. */
const MAXIMUM_NUMBER = 999;

/** The first free text of a series that is numbered from 1. */
async function firstFree(make: (attempt: number) => string, isFree: (text: string) => Promise<boolean>) {
  for (let attempt = 1; attempt <= MAXIMUM_NUMBER; attempt += 1) {
    const text = make(attempt);
    if (await isFree(text)) return text;
  }
  throw new AppError("CONFLICT", "too many accounts of this name");
}

const nameFor = (db: Db, claims: Claims, customerId: number, ownId: number | null): Promise<string> =>
  firstFree(
    (attempt) => personNameOf(claims, attempt),
    (name) => isNameFree(db, customerId, name, ownId),
  );

/** The e-mail address of the claims, unless another account has it. */
async function emailFor(db: Db, claims: Claims, ownId: number | null): Promise<string> {
  const email = emailOf(claims);
  return email !== "" && (await isEmailFree(db, email, ownId)) ? email : "";
}

/** The reason is the rule of the only issue. next-auth's handler passes it to the login page, which has a text. */
const signOnRefused = (reason: SignOnRefusal) =>
  new AppError("LOGIN_FAILED", `single sign-on is refused: ${reason}`, {
    issues: [{ path: "provider", rule: reason, message: "single sign-on is refused" }],
  });

function settings() {
  const found = singleSignOnOf(env());
  if (!found) throw new AppError("NOT_FOUND", "there is no single sign-on");
  return found;
}

/** Creates the account at a person's first login, with a random password that is not disclosed. */
const provisionUser = defineOperation({
  name: "user.provision",
  kind: "mutation",
  permission: "newUser",
  input: Provisioning,
  async run(ctx, { subject, claims, customerId, roleId }) {
    const { issuer } = settings();
    const person = {
      roleId,
      username: await firstFree(
        (attempt) => usernameOf(claims, attempt),
        (username) => isUsernameFree(ctx.tx, username),
      ),
      name: await nameFor(ctx.tx, claims, customerId, null),
      gender: null,
      mobile: "",
      email: await emailFor(ctx.tx, claims, null),
      remarks: "",
      status: "active" as const,
    };
    const passwordHash = await hashPassword(newToken());
    const id = await insertUser(ctx.tx, customerId, person, NO_PLACES, { passwordHash, mustChangePassword: false });
    await insertIdentity(ctx.tx, id, issuer, subject);
    ctx.audit({ customerId, new: { ...auditSnapshot({ ...person, ...NO_PLACES, customerId }), issuer, subject } });
    return { id };
  },
  audit: { entity: "user", id: ({ id }) => id },
});

/** Applies name, e-mail address and role from the provider. Values that the provider omits are unchanged. */
async function followed(db: Db, old: LockedUser, { roleId, claims }: { roleId: number; claims: Claims }) {
  const name = hasName(claims) ? await nameFor(db, claims, old.customerId, old.id) : old.name;
  const email = (await emailFor(db, claims, old.id)) || (old.email ?? "");
  return { roleId, name, email };
}

/** Updates an account from the provider. A change of role removes its own places, chosen for the earlier one. */
const followProvider = defineOperation({
  name: "user.followProvider",
  kind: "mutation",
  permission: "editUser",
  input: Following,
  async run(ctx, { id, ...input }) {
    const [old] = await lockUsers(ctx.tx, ctx.scope, [id]);
    if (!old) throw notFound("user", id);
    const places = input.roleId === old.roleId ? old : NO_PLACES;
    const person = {
      ...old,
      gender: old.gender as 0 | 1 | null,
      mobile: old.mobile ?? "",
      ...(await followed(ctx.tx, old, input)),
    };
    await saveUser(ctx.tx, id, person, places);
    const { customerId } = old;
    ctx.audit({ customerId, old: auditSnapshot(old), new: auditSnapshot({ ...person, ...places }) });
    return { id };
  },
  audit: { entity: "user", id: ({ id }) => id },
});

type Assigned = { customerId: number; isCustomerActive: boolean; role: HeldRole };

/** Maps the claims to an existing customer and role. Undefined, with a log entry, if there is none. */
async function assignedTo(ctx: OperationContext, claims: Claims, mapping: ClaimMapping): Promise<Assigned | undefined> {
  const assignment = assignmentOf(claims, mapping);
  if (!assignment) return undefined;
  const { customerId, roleId } = (await findAssigned(ctx.db, assignment)) ?? {};
  if (customerId !== undefined && roleId !== undefined) {
    const isOpen = await isCustomerActive(ctx.db, ctx.scope, customerId);
    const role = (await findHeldRoles(ctx.db, ctx.scope, [roleId])).get(roleId);
    if (role) return { customerId, isCustomerActive: isOpen, role };
  }
  log.warn(
    { requestId: ctx.requestId, assignment },
    "single sign-on: there is no such customer, or no such role of it",
  );
  return undefined;
}

/** The person's account, locked; undefined before the first login. */
async function knownAccount({ db, scope }: OperationContext, userId: number | undefined) {
  if (userId === undefined) return undefined;
  // The usual lock order: customers, roles, accounts.
  await lockCustomersAndRoles(db, [userId]);
  return (await lockUsers(db, scope, [userId]))[0];
}

/** Why the login is refused; null if the account, or a new one, is allowed. */
function refusalOf(known: LockedUser | undefined, assigned: Assigned | undefined): SignOnRefusal | null {
  if (known && !known.isCustomerActive) return "customerStopped";
  if (known && known.status !== "active") return "accountEnded";
  if (!assigned) return "unassigned";
  if (known && known.customerId !== assigned.customerId) return "otherCustomer";
  if (!assigned.isCustomerActive) return "customerStopped";
  return assigned.role.isActive ? null : "unassigned";
}

/** Whether the account differs from the provider's data. */
async function isOutdated(db: Db, account: LockedUser, input: { roleId: number; claims: Claims }): Promise<boolean> {
  const { roleId, name, email } = await followed(db, account, input);
  return roleId !== account.roleId || name !== account.name || email !== (account.email ?? "");
}

/**
 * Logs in a person that the provider has authenticated: with the existing account, or a new one if the mapping allows
 * it. Not reachable from outside; the handler of next-auth calls it as the system after it has verified the provider's
 * answer.
 */
export const loginByProvider = defineOperation({
  name: "session.loginByProvider",
  kind: "mutation",
  permission: "newUser",
  input: ProviderLogin,
  async run(ctx, { subject, claims }): Promise<Reply<LoginDto> | Refused> {
    if (ctx.actor.type !== "system") throw new AppError("FORBIDDEN", "next-auth alone vouches for a person");
    await limitAddress("singleSignOn", ctx.address, LOGINS_PER_MINUTE, 60);
    const { issuer, mapping } = settings();
    await lockIdentity(ctx.tx, issuer, subject);
    const assigned = await assignedTo(ctx, claims, mapping);
    const known = await knownAccount(ctx, await findIdentity(ctx.tx, issuer, subject));
    const customerId = known?.customerId ?? assigned?.customerId;
    if (customerId !== undefined) ctx.audit({ customerId });
    const reason = refusalOf(known, assigned);
    if (reason !== null || !assigned) {
      ctx.audit({ reason: reason ?? "unassigned" });
      return new Refused(signOnRefused(reason ?? "unassigned"), known?.id ?? subject);
    }
    const input = { roleId: assigned.role.id, claims };
    if (known && (await isOutdated(ctx.tx, known, input))) await followProvider.call(ctx, { id: known.id, ...input });
    const made = known ?? (await provisionUser.call(ctx, { ...input, subject, customerId: assigned.customerId }));
    const opened = await openSignedOnSession(ctx, made.id);
    const { id, username } = opened.result.user;
    ctx.audit({ by: { id, username, customerId: assigned.customerId } });
    return opened;
  },
  audit: { entity: "user", id: (reply) => reply.result.user.id },
});
