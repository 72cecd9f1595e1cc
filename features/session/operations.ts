import "server-only";
import svgCaptcha from "svg-captcha";
import { z } from "zod";
import { checkPassword } from "@/lib/auth/password";
import { isSecure, SESSION_SECONDS, sealSession, sessionCookieName } from "@/lib/auth/session-token";
import { env } from "@/lib/env/env";
import { AppError } from "@/lib/errors";
import { limitRate } from "@/lib/http/rate-limit";
import { Reply } from "@/lib/http/reply";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation, PUBLIC, Refused, SIGNED_IN } from "@/lib/operation/define-operation";
import {
  type Account,
  endSession,
  endSessions,
  findAccount,
  insertChallenge,
  insertSession,
  lockLoginState,
  saveLoginState,
  takeChallenge,
} from "./data";
import { afterFailure, CAPTCHA_SECONDS, isLocked, LOGINS_PER_MINUTE, normaliseCaptcha } from "./rules";
import { type CaptchaDto, type LoginDto, LoginInput, type SessionDto } from "./schema";

const cookie = (value: string, seconds: number) =>
  `${sessionCookieName()}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure() ? "; Secure" : ""}`;

/** A picture bound to a key; both empty where the captcha is switched off. */
export const createCaptcha = defineOperation({
  name: "session.captcha",
  kind: "query",
  permission: PUBLIC,
  input: z.object({}),
  async run({ db, now, address }): Promise<CaptchaDto> {
    if (!env().LOGIN_CAPTCHA) return { key: "", svg: "" };
    limitRate(`captcha:${address}`, 60, 60, now.getTime());
    const { text, data } = svgCaptcha.create({
      size: 4,
      noise: 2,
      ignoreChars: "0O1lIi",
      width: 120,
      height: 40,
    });
    const expiresAt = new Date(now.getTime() + CAPTCHA_SECONDS * 1000);
    return { key: await insertChallenge(db, normaliseCaptcha(text), expiresAt, now), svg: data };
  },
});

/** Uses the captcha up; whether it was answered rightly, or none is asked for. */
async function passesCaptcha({ db, now }: OperationContext, { key, code }: LoginInput): Promise<boolean> {
  if (!env().LOGIN_CAPTCHA) return true;
  const known = z.uuid().safeParse(key);
  return known.success && takeChallenge(db, known.data, normaliseCaptcha(code ?? ""), now);
}

const captchaWrong = () =>
  new AppError("CAPTCHA_WRONG", "verification code error", {
    issues: [{ path: "code", rule: "captcha", message: "wrong or expired" }],
  });

/** Opens the session; an earlier one of the same account ends. */
async function open(ctx: OperationContext, account: Account): Promise<Reply<LoginDto>> {
  await endSessions(ctx.db, account.id, "replaced", ctx.now);
  const sessionId = await insertSession(ctx.db, {
    userId: account.id,
    address: ctx.address,
    userAgent: ctx.userAgent,
    expiresAt: new Date(ctx.now.getTime() + SESSION_SECONDS * 1000),
  });
  const token = await sealSession(account.id, sessionId);
  const result: LoginDto = {
    token,
    user: { id: account.id, username: account.username, name: account.name },
    scope: { type: account.scopeType, scope_id: account.scopeType === -1 ? null : account.customerId },
    switchScope: account.scopeType === -1,
  };
  return new Reply(result, { envelope: "data", headers: { "set-cookie": cookie(token, SESSION_SECONDS) } });
}

export const login = defineOperation({
  name: "session.login",
  kind: "mutation",
  permission: PUBLIC,
  input: LoginInput,
  async run(ctx, input): Promise<Reply<LoginDto> | Refused> {
    limitRate(`login:${ctx.address}`, LOGINS_PER_MINUTE, 60, ctx.now.getTime());
    if (!(await passesCaptcha(ctx, input))) return new Refused(captchaWrong(), input.username);
    const account = await findAccount(ctx.db, input.username);
    const fits = await checkPassword(account?.passwordHash ?? null, input.password);
    if (!account) return new Refused(new AppError("ACCOUNT_UNKNOWN", "account does not exist"), input.username);
    ctx.track({ customerId: account.customerId });
    // Only now: a row that is locked while a password is hashed would let one account's guesses take up all connections.
    const state = await lockLoginState(ctx.db, account.id);
    if (isLocked(state, ctx.now)) return new Refused(new AppError("ACCOUNT_LOCKED", "account is locked"), account.id);
    if (!fits) {
      await saveLoginState(ctx.db, account.id, afterFailure(state, ctx.now));
      return new Refused(new AppError("PASSWORD_WRONG", "password error"), account.id);
    }
    if (!account.isActive) return new Refused(new AppError("LOGIN_FAILED", "account is cancelled"), account.id);
    await saveLoginState(ctx.db, account.id, { failedLogins: 0, lockedUntil: null });
    const isInside = ctx.actor.type === "user" && ctx.actor.principal.user.id === account.id;
    if (isInside) return new Refused(new AppError("ALREADY_SIGNED_IN", "already signed in"), account.id);
    return open(ctx, account);
  },
  audit: { entity: "user", id: (reply) => reply.result.user.id },
});

export const logout = defineOperation({
  name: "session.logout",
  kind: "mutation",
  permission: SIGNED_IN,
  input: z.object({}),
  async run({ actor, db, now }) {
    if (actor.type !== "user") throw new AppError("UNAUTHENTICATED", "sign in first");
    await endSession(db, actor.principal.sessionId, now);
    return new Reply({ id: actor.principal.user.id }, { headers: { "set-cookie": cookie("", 0) } });
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
