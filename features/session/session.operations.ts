import "server-only";
import { z } from "zod";
import { drawCaptcha } from "@/lib/auth/captcha-picture";
import { endDevicesOfOthers } from "@/lib/auth/end-push-devices";
import { publishSessionsEnded } from "@/lib/auth/end-sessions";
import { deviceCookie, newDeviceToken } from "@/lib/auth/known-device";
import { checkPassword } from "@/lib/auth/password";
import { ROOT_USER_ID } from "@/lib/auth/principal";
import { isProof, PROOF_BITS } from "@/lib/auth/proof-of-work";
import { sealSession, sessionCookie } from "@/lib/auth/session-token";
import { hashToken } from "@/lib/auth/token";
import { env } from "@/lib/env/env";
import { AppError, fieldError } from "@/lib/errors";
import { limitAddress } from "@/lib/http/rate-limit";
import { Reply } from "@/lib/http/reply";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation, PUBLIC, Refused, SIGNED_IN } from "@/lib/operation/define-operation";
import { consumeFactorCode } from "./second-factor/operations";
import {
  type Account,
  consumeChallenge,
  consumeTicket,
  endOldestSessions,
  endSession,
  findAccount,
  findKnownLogin,
  findProxyCustomers,
  findSettings,
  getAccount,
  insertChallenge,
  insertSession,
  lockGuesses,
  lockLoginState,
  originOf,
  rememberLogin,
  storeTicket,
} from "./session.data";
import {
  afterFailure,
  afterWrongCode,
  categoriesOf,
  isLocked,
  LOGINS_PER_MINUTE,
  NO_FAILURES,
  newTicket,
  normaliseCaptcha,
  PROOF_AFTER,
  type Ticket,
} from "./session.rules";
import { type CaptchaDto, type LoginDto, LoginInput, type SessionDto } from "./session.schema";

/** Creates a captcha picture with its key; both are empty if captchas are disabled. */
export const createCaptcha = defineOperation({
  name: "session.captcha",
  kind: "query",
  permission: PUBLIC,
  input: z.object({}),
  async run({ db, now, address }): Promise<CaptchaDto> {
    if (!env().LOGIN_CAPTCHA) return { key: "", svg: "" };
    await limitAddress("captcha", address, 60, 60);
    const { text, svg } = await drawCaptcha();
    const { captchaSeconds } = await findSettings(db);
    const expiresAt = new Date(now.getTime() + captchaSeconds * 1000);
    return { key: await insertChallenge(db, normaliseCaptcha(text), expiresAt, now), svg };
  },
});

const CaptchaKey = z.uuid();

type CaptchaAnswer = Pick<LoginInput, "key" | "code">;

/** Consumes the captcha. Returns whether it was answered correctly, or captchas are disabled. */
async function passesCaptcha({ db, now }: OperationContext, { key, code }: CaptchaAnswer): Promise<boolean> {
  if (!env().LOGIN_CAPTCHA) return true;
  const known = CaptchaKey.safeParse(key);
  return known.success && consumeChallenge(db, known.data, normaliseCaptcha(code ?? ""), now);
}

const captchaWrong = (code: string | undefined) =>
  new AppError("CAPTCHA_WRONG", "verification code error", {
    issues: [
      code
        ? { path: "code", rule: "captcha", message: "wrong or expired" }
        : { path: "code", rule: "required", message: "cannot be empty" },
    ],
  });

/** Consumes the captcha. Throws CAPTCHA_WRONG unless it was answered correctly, or captchas are disabled. */
export async function assertCaptcha(ctx: OperationContext, answer: CaptchaAnswer): Promise<void> {
  if (!(await passesCaptcha(ctx, answer))) throw captchaWrong(answer.code);
}

/** Whether a proof of work is missing. It is required after some wrong passwords, before the password is checked. */
async function lacksProof(ctx: OperationContext, account: Account, { key, proof }: LoginInput): Promise<boolean> {
  if (!env().LOGIN_CAPTCHA || !key) return false;
  const known = await findKnownLogin(ctx.db, account.id, originOf(ctx));
  return (known ?? account).failedLogins >= PROOF_AFTER && !(proof && isProof(key, proof));
}

/** The lifetime of a session that is opened now, in seconds. */
export const findSessionSeconds = async (db: Db): Promise<number> => (await findSettings(db)).sessionSeconds;

type OpeningContext = OperationContext & { afterCommit: (work: () => Promise<void>) => void };

/** The customer on which a session starts: the requested one, or an agent's last one if it is still accessible. */
async function startOf(ctx: OperationContext, account: Account, chosenId: number | undefined): Promise<number | null> {
  if (account.scopeType !== -1) return null;
  const wanted = chosenId ?? account.proxyCustomerId;
  const open = await findProxyCustomers(ctx.db, account.id);
  return open.some(({ id }) => id === wanted) ? wanted : null;
}

type Opening = {
  /** The session that this one takes the place of, when an agent switches to another customer. */
  switchedFrom?: string;
  proxyCustomerId?: number;
  /** Whether the single sign-on provider authenticated the person. */
  isSingleSignOn?: boolean;
};

/**
 * Opens a session of the account. If it has as many as it may have (parameter `session.limit`), the oldest ends as
 * replaced, and its pages are notified.
 */
export async function openSessionFor(
  ctx: OpeningContext,
  account: Account,
  { switchedFrom, proxyCustomerId, isSingleSignOn = false }: Opening = {},
): Promise<Reply<LoginDto>> {
  const { db, now, address, userAgent } = ctx;
  // Concurrent logins are serialised, so that no more than the limit remain.
  await lockLoginState(db, account.id);
  if (switchedFrom) {
    if (!(await endSession(db, switchedFrom, "switched", now))) throw new AppError("UNAUTHENTICATED", "sign in first");
    ctx.afterCommit(() => publishSessionsEnded([switchedFrom], "switched"));
  }
  const { sessionSeconds: seconds, sessionLimit } = await findSettings(db);
  const replaced = await endOldestSessions(db, account.id, sessionLimit - 1, now);
  ctx.afterCommit(() => publishSessionsEnded(replaced, "replaced"));
  const startId = await startOf(ctx, account, proxyCustomerId);
  const expiresAt = new Date(now.getTime() + seconds * 1000);
  const values = { userId: account.id, proxyCustomerId: startId, address, userAgent, expiresAt, isSingleSignOn };
  const sessionId = await insertSession(db, values);
  const { id, username, name, locale, scopeType } = account;
  const token = await sealSession(id, sessionId, { seconds, scopeType, isRoot: id === ROOT_USER_ID });
  const device = ctx.deviceToken ?? newDeviceToken();
  await rememberLogin(db, id, { ...originOf(ctx), deviceHash: hashToken(device) }, now);
  // On a shared computer, alarms of the previous account must no longer be shown.
  await endDevicesOfOthers(db, hashToken(device), id, now);
  const result: LoginDto = {
    token,
    user: { id, username, name, locale },
    scope: { type: scopeType, scope_id: scopeType === -1 ? startId : account.customerId },
    switchScope: scopeType === -1,
  };
  return new Reply(result, { envelope: "data", cookies: [sessionCookie(token, seconds), deviceCookie(device)] });
}

/** Opens a session after single sign-on. The provider has checked password and second factor. */
export const openSignedOnSession = async (ctx: OpeningContext, userId: number): Promise<Reply<LoginDto>> =>
  openSessionFor(ctx, await getAccount(ctx.db, userId), { isSingleSignOn: true });

/** Stores the solved captcha a little longer, for this account only. */
async function storeCaptcha(ctx: OperationContext, account: Account, given: string | undefined, ticket: Ticket | null) {
  const key = CaptchaKey.safeParse(given);
  if (key.success && ticket) await storeTicket(ctx.db, key.data, account.id, ticket, ctx.now);
}

/** Returns the ticket of the captcha: solved with this call, or earlier and stored for this account. Consumes both. */
async function consumeCaptcha(ctx: OperationContext, account: Account | undefined, input: LoginInput) {
  if (await passesCaptcha(ctx, input)) return newTicket(ctx.now);
  return account && input.key ? consumeTicket(ctx.db, input.key, account.id, ctx.now) : undefined;
}

/**
 * Checks the second factor of an account that has one: null if it is correct. Without a code the solved captcha is
 * stored, so that the same key remains valid when the code is sent, and for a few wrong codes.
 */
async function askSecondFactor(
  ctx: OperationContext,
  account: Account,
  { key, totp }: LoginInput,
  ticket: Ticket,
): Promise<AppError | null> {
  if (!totp) {
    await storeCaptcha(ctx, account, key, ticket);
    return fieldError("SECOND_FACTOR_REQUIRED", "the second factor is needed", "totp");
  }
  if (await consumeFactorCode(ctx.db, account.id, totp, ctx.now)) return null;
  await storeCaptcha(ctx, account, key, afterWrongCode(ticket));
  return fieldError("SECOND_FACTOR_WRONG", "is wrong or was used before", "totp");
}

export const login = defineOperation({
  name: "session.login",
  kind: "mutation",
  permission: PUBLIC,
  input: LoginInput,
  body: { maximumBytes: 16 * 1024, hasForm: true },
  async run(ctx, input): Promise<Reply<LoginDto> | Refused> {
    const { db, now } = ctx;
    await limitAddress("login", ctx.address, LOGINS_PER_MINUTE, 60);
    const account = await findAccount(db, input.username);
    // Consumed here: concurrent requests share neither a captcha nor the proof of work for its key.
    const ticket = await consumeCaptcha(ctx, account, input);
    if (!ticket) return new Refused(captchaWrong(input.code), input.username);
    if (account && (await lacksProof(ctx, account, input))) {
      await storeCaptcha(ctx, account, input.key, ticket);
      const issue = { path: "proof", rule: "proof", message: `SHA-256 of key:proof with ${PROOF_BITS} zero bits` };
      const issues = [{ ...issue, limit: PROOF_BITS }];
      return new Refused(new AppError("PROOF_REQUIRED", `proof: ${issue.message}`, { issues }), account.id);
    }
    const fits = await checkPassword(account?.passwordHash ?? null, input.password);
    if (!account) return new Refused(new AppError("ACCOUNT_UNKNOWN", "account does not exist"), input.username);
    ctx.audit({ customerId: account.customerId });
    // Locked only now: if the row were locked while a password is hashed, guesses for one account could use up all
    // connections.
    const { passwordHash, state, save } = await lockGuesses(db, account.id, originOf(ctx));
    if (isLocked(state, now)) return new Refused(new AppError("ACCOUNT_LOCKED", "account is locked"), account.id);
    const fail = async (error: AppError) => {
      await save(afterFailure(state, now));
      return new Refused(error, account.id);
    };
    if (!fits || passwordHash !== account.passwordHash) return fail(new AppError("PASSWORD_WRONG", "password error"));
    if (!account.isActive) return new Refused(new AppError("LOGIN_FAILED", "account is cancelled"), account.id);
    const isInside = ctx.actor.type === "user" && ctx.actor.principal.user.id === account.id;
    if (isInside) return new Refused(new AppError("ALREADY_SIGNED_IN", "already signed in"), account.id);
    const missing = account.hasSecondFactor ? await askSecondFactor(ctx, account, input, ticket) : null;
    // The request for a factor is no failure, but does not reset failures either: otherwise knowing the password would
    // allow any number of code attempts.
    if (missing?.code === "SECOND_FACTOR_REQUIRED") return new Refused(missing, account.id);
    if (missing) return fail(missing);
    await save(NO_FAILURES);
    ctx.audit({ by: account });
    return openSessionFor(ctx, account);
  },
  audit: { entity: "user", id: (reply) => reply.result.user.id },
});

/** This browser's push subscription remains: alarms arrive while logged out, until another account logs in here. */
export const logout = defineOperation({
  name: "session.logout",
  kind: "mutation",
  permission: SIGNED_IN,
  input: z.object({}),
  async run({ actor, db, now, afterCommit }) {
    if (actor.type !== "user") throw new AppError("UNAUTHENTICATED", "sign in first");
    const { sessionId, user } = actor.principal;
    await endSession(db, sessionId, "logout", now);
    afterCommit(() => publishSessionsEnded([sessionId], "logout"));
    return new Reply({ id: user.id }, { headers: { "set-cookie": sessionCookie("", 0) } });
  },
  audit: { entity: "user", id: (reply) => reply.result.id },
});

/** The logged-in account and its permissions. */
export const getSession = defineOperation({
  name: "session.me",
  kind: "query",
  permission: SIGNED_IN,
  input: z.object({}),
  async run({ actor }): Promise<SessionDto> {
    if (actor.type !== "user") throw new AppError("UNAUTHENTICATED", "sign in first");
    const { user, scopeType, customer, permissions } = actor.principal;
    return {
      user: { id: user.id, username: user.username, name: user.name, guide_on: user.isGuideOn ? 1 : 0 },
      scope: { type: scopeType, customer_id: customer.id, ...categoriesOf(scopeType) },
      customer,
      permissions: [...permissions].sort(),
    };
  },
});
