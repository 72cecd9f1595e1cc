import "server-only";
import svgCaptcha from "svg-captcha";
import { z } from "zod";
import { announceSessionsEnded, endSessionsOf } from "@/lib/auth/end-sessions";
import { checkPassword } from "@/lib/auth/password";
import { ROOT_USER_ID } from "@/lib/auth/principal";
import { sealSession, sessionCookie } from "@/lib/auth/session-token";
import { env } from "@/lib/env/env";
import { AppError, fieldError } from "@/lib/errors";
import { limitRate } from "@/lib/http/rate-limit";
import { Reply } from "@/lib/http/reply";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation, PUBLIC, Refused, SIGNED_IN } from "@/lib/operation/define-operation";
import {
  type Account,
  dropTickets,
  endSession,
  findAccount,
  findProxyCustomers,
  findSettings,
  hasTicket,
  insertChallenge,
  insertSession,
  keepTicket,
  lockLoginState,
  saveLoginState,
  takeChallenge,
} from "./data";
import { afterFailure, isLocked, LOGINS_PER_MINUTE, normaliseCaptcha, TICKET_SECONDS } from "./rules";
import { type CaptchaDto, type LoginDto, LoginInput, type SessionDto } from "./schema";
import { takeFactorCode } from "./second-factor/operations";

/** A picture bound to a key; both empty where the captcha is switched off. */
export const createCaptcha = defineOperation({
  name: "session.captcha",
  kind: "query",
  permission: PUBLIC,
  input: z.object({}),
  async run({ db, now, address }): Promise<CaptchaDto> {
    if (!env().LOGIN_CAPTCHA) return { key: "", svg: "" };
    await limitRate(`captcha:${address}`, 60, 60, now.getTime());
    const { text, data } = svgCaptcha.create({
      size: 4,
      noise: 2,
      ignoreChars: "0O1lIi",
      width: 120,
      height: 40,
    });
    const { captchaSeconds } = await findSettings(db);
    const expiresAt = new Date(now.getTime() + captchaSeconds * 1000);
    return { key: await insertChallenge(db, normaliseCaptcha(text), expiresAt, now), svg: data };
  },
});

const CaptchaKey = z.uuid();

/** Uses the captcha up; whether it was answered rightly, or none is asked for. */
async function passesCaptcha({ db, now }: OperationContext, { key, code }: LoginInput): Promise<boolean> {
  if (!env().LOGIN_CAPTCHA) return true;
  const known = CaptchaKey.safeParse(key);
  return known.success && takeChallenge(db, known.data, normaliseCaptcha(code ?? ""), now);
}

const captchaWrong = (code: string | undefined) =>
  new AppError("CAPTCHA_WRONG", "verification code error", {
    issues: [
      code
        ? { path: "code", rule: "captcha", message: "wrong or expired" }
        : { path: "code", rule: "required", message: "cannot be empty" },
    ],
  });

type OpeningContext = OperationContext & { afterCommit: (work: () => Promise<void>) => void };

/** The customer that a session starts on: the one chosen, or for an agent the last one while it is still open to him. */
async function startOf(ctx: OperationContext, account: Account, chosenId: number | undefined): Promise<number | null> {
  if (account.scopeType !== -1) return null;
  const wanted = chosenId ?? account.proxyCustomerId;
  const open = await findProxyCustomers(ctx.db, account.id);
  return open.some(({ id }) => id === wanted) ? wanted : null;
}

/** Opens the account's one session; an earlier one ends for this reason, and its pages are told. */
export async function openSessionFor(
  ctx: OpeningContext,
  account: Account,
  { reason, proxyCustomerId }: { reason: "replaced" | "switched"; proxyCustomerId?: number },
): Promise<Reply<LoginDto>> {
  const { db, now, address, userAgent } = ctx;
  // Two that open one at the same moment go one after the other, so that one session is left.
  await lockLoginState(db, account.id);
  const ended = await endSessionsOf(db, [account.id], reason, now);
  ctx.afterCommit(() => announceSessionsEnded(ended, reason));
  const { sessionSeconds: seconds } = await findSettings(db);
  const startId = await startOf(ctx, account, proxyCustomerId);
  const expiresAt = new Date(now.getTime() + seconds * 1000);
  const values = { userId: account.id, proxyCustomerId: startId, address, userAgent, expiresAt };
  const sessionId = await insertSession(db, values);
  const { id, username, name, locale, scopeType } = account;
  const token = await sealSession(id, sessionId, { seconds, scopeType, isRoot: id === ROOT_USER_ID });
  const result: LoginDto = {
    token,
    user: { id, username, name, locale },
    scope: { type: scopeType, scope_id: scopeType === -1 ? startId : account.customerId },
    switchScope: scopeType === -1,
  };
  return new Reply(result, { envelope: "data", headers: { "set-cookie": sessionCookie(token, seconds) } });
}

/**
 * The second factor of an account that has one: null if it was right. Without a code the solved captcha is kept, so
 * that the same key stands for it when the code comes.
 */
async function askSecondFactor(ctx: OperationContext, account: Account, input: LoginInput): Promise<AppError | null> {
  const { db, now } = ctx;
  if (!input.totp) {
    const key = CaptchaKey.safeParse(input.key);
    const expiresAt = new Date(now.getTime() + TICKET_SECONDS * 1000);
    if (key.success) await keepTicket(db, key.data, account.id, expiresAt, now);
    return fieldError("SECOND_FACTOR_REQUIRED", "the second factor is needed", "totp");
  }
  if (!(await takeFactorCode(db, account.id, input.totp, now)))
    return fieldError("SECOND_FACTOR_WRONG", "is wrong or was used before", "totp");
  await dropTickets(db, account.id);
  return null;
}

export const login = defineOperation({
  name: "session.login",
  kind: "mutation",
  permission: PUBLIC,
  input: LoginInput,
  async run(ctx, input): Promise<Reply<LoginDto> | Refused> {
    const { db, now } = ctx;
    await limitRate(`login:${ctx.address}`, LOGINS_PER_MINUTE, 60, now.getTime());
    const isSolved = await passesCaptcha(ctx, input);
    const account = await findAccount(db, input.username);
    const isExcused = !isSolved && account && input.key && (await hasTicket(db, input.key, account.id, now));
    if (!isSolved && !isExcused) return new Refused(captchaWrong(input.code), input.username);
    const fits = await checkPassword(account?.passwordHash ?? null, input.password);
    if (!account) return new Refused(new AppError("ACCOUNT_UNKNOWN", "account does not exist"), input.username);
    ctx.track({ customerId: account.customerId });
    // Only now: a row that is locked while a password is hashed would let one account's guesses take up all connections.
    const state = await lockLoginState(db, account.id);
    if (isLocked(state, now)) return new Refused(new AppError("ACCOUNT_LOCKED", "account is locked"), account.id);
    const fail = async (error: AppError) => {
      await saveLoginState(db, account.id, afterFailure(state, now));
      return new Refused(error, account.id);
    };
    if (!fits || state.passwordHash !== account.passwordHash)
      return fail(new AppError("PASSWORD_WRONG", "password error"));
    if (!account.isActive) return new Refused(new AppError("LOGIN_FAILED", "account is cancelled"), account.id);
    const isInside = ctx.actor.type === "user" && ctx.actor.principal.user.id === account.id;
    if (isInside) return new Refused(new AppError("ALREADY_SIGNED_IN", "already signed in"), account.id);
    const missing = account.hasSecondFactor ? await askSecondFactor(ctx, account, input) : null;
    // To be asked is no failure; it forgives none either, or a password would buy any number of codes.
    if (missing?.code === "SECOND_FACTOR_REQUIRED") return new Refused(missing, account.id);
    if (missing) return fail(missing);
    await saveLoginState(db, account.id, { failedLogins: 0, lockedUntil: null });
    ctx.track({ by: account });
    return openSessionFor(ctx, account, { reason: "replaced" });
  },
  audit: { entity: "user", id: (reply) => reply.result.user.id },
});

export const logout = defineOperation({
  name: "session.logout",
  kind: "mutation",
  permission: SIGNED_IN,
  input: z.object({}),
  async run({ actor, db, now, afterCommit }) {
    if (actor.type !== "user") throw new AppError("UNAUTHENTICATED", "sign in first");
    const { sessionId, user } = actor.principal;
    await endSession(db, sessionId, now);
    afterCommit(() => announceSessionsEnded([sessionId], "logout"));
    return new Reply({ id: user.id }, { headers: { "set-cookie": sessionCookie("", 0) } });
  },
  audit: { entity: "user", id: (reply) => reply.result.id },
});

/** Who is signed in and what the account may do. */
export const getSession = defineOperation({
  name: "session.me",
  kind: "query",
  permission: SIGNED_IN,
  input: z.object({}),
  async run({ actor }): Promise<SessionDto> {
    if (actor.type !== "user") throw new AppError("UNAUTHENTICATED", "sign in first");
    const { user, scopeType, customer, permissions } = actor.principal;
    return {
      user: { id: user.id, username: user.username, name: user.name },
      scope: { type: scopeType, customer_id: customer.id },
      customer,
      permissions: [...permissions].sort(),
    };
  },
});
