import "server-only";
import { endSessionsOf, publishSessionsEnded } from "@/lib/auth/end-sessions";
import { checkPassword, hashPassword } from "@/lib/auth/password";
import type { Principal } from "@/lib/auth/principal";
import { sessionCookie } from "@/lib/auth/session-token";
import { AppError, type ErrorCode, fieldError } from "@/lib/errors";
import { Reply } from "@/lib/http/reply";
import type { Actor, OperationContext } from "@/lib/operation/context";
import { defineOperation, Refused, SIGNED_IN } from "@/lib/operation/define-operation";
import { getAccount, lockGuesses, originOf } from "../session.data";
import { afterFailure, isLocked, NO_FAILURES } from "../session.rules";
import { savePassword } from "./data";
import { PasswordInput } from "./schema";

/** The calling user. Throws for API keys and devices. */
export function ownPrincipal(actor: Actor): Principal {
  if (actor.type !== "user") throw new AppError("UNAUTHENTICATED", "sign in first");
  return actor.principal;
}

/**
 * Verifies the password of the logged-in user again: null if it is correct, else the refusal. Failures count like wrong
 * logins from the user's own device or network, so failures of strangers elsewhere do not lock the user out. `code` and
 * `path` name the error and the field.
 */
export async function confirmPassword(
  ctx: OperationContext,
  userId: number,
  password: string,
  { code, path }: { code: ErrorCode; path: string },
): Promise<Refused | null> {
  const { db, now } = ctx;
  const { passwordHash } = await getAccount(db, userId);
  const fits = await checkPassword(passwordHash, password);
  const guesses = await lockGuesses(db, userId, originOf(ctx));
  if (isLocked(guesses.state, now)) return new Refused(new AppError("ACCOUNT_LOCKED", "account is locked"), userId);
  if (fits && guesses.passwordHash === passwordHash) return null;
  await guesses.save(afterFailure(guesses.state, now));
  return new Refused(fieldError(code, "is wrong", path), userId);
}

/** Changes the user's password. All sessions of the account end, including this one. */
export const changePassword = defineOperation({
  name: "password.change",
  kind: "mutation",
  permission: SIGNED_IN,
  input: PasswordInput,
  async run(ctx, { oldPassword, newPassword }) {
    const { user, mustChangePassword, ownCustomerId } = ownPrincipal(ctx.actor);
    ctx.audit({ customerId: ownCustomerId });
    const refusal = await confirmPassword(ctx, user.id, oldPassword, {
      code: "OLD_PASSWORD_WRONG",
      path: "oldPassword",
    });
    if (refusal) return refusal;
    await savePassword(ctx.tx, user.id, await hashPassword(newPassword));
    await (await lockGuesses(ctx.tx, user.id, originOf(ctx))).save(NO_FAILURES);
    const ended = await endSessionsOf(ctx.tx, [user.id], "password-changed", ctx.now);
    ctx.audit({ old: { mustChangePassword }, new: { mustChangePassword: false } });
    ctx.afterCommit(() => publishSessionsEnded(ended, "password-changed"));
    return new Reply({ id: user.id }, { headers: { "set-cookie": sessionCookie("", 0) } });
  },
  audit: { entity: "user", id: (reply) => reply.result.id },
});
