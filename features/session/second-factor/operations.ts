import "server-only";
import { randomInt } from "node:crypto";
import { z } from "zod";
import { keyedHash, openSecret, sealSecret } from "@/lib/auth/secret-box";
import { newTotpSecret, totpStep, totpUrl } from "@/lib/auth/totp";
import { AppError, fieldError } from "@/lib/errors";
import { limitRate } from "@/lib/http/rate-limit";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation, Refused, SIGNED_IN } from "@/lib/operation/define-operation";
import { qrCodeImage } from "@/lib/qr-code/qr-code";
import { confirmPassword, ownPrincipal } from "../password/operations";
import { getAccount, lockGuesses, originOf } from "../session.data";
import { afterFailure } from "../session.rules";
import {
  consumeBackupCode,
  consumeStep,
  countBackupCodes,
  isFactorRequired,
  lockFactor,
  removeFactor,
  replaceBackupCodes,
  saveConfirmation,
  savePendingSecret,
} from "./data";
import {
  BACKUP_ALPHABET,
  BACKUP_CODES,
  BACKUP_LENGTH,
  CONFIRMATIONS_PER_MINUTE,
  isAuthenticatorCode,
  normaliseFactorCode,
  spellBackupCode,
} from "./rules";
import {
  type BackupCodesDto,
  BeginInput,
  ConfirmInput,
  type FactorSetupDto,
  type FactorStatusDto,
  RemoveInput,
} from "./schema";

const ownerOf = (userId: number) => `user ${userId}`;

const newBackupCode = () =>
  Array.from({ length: BACKUP_LENGTH }, () => BACKUP_ALPHABET.charAt(randomInt(BACKUP_ALPHABET.length))).join("");

const wrongCode = () => fieldError("SECOND_FACTOR_WRONG", "is wrong or was used before", "code");

/** Consumes a code of the authenticator or a backup code; false if it is wrong or used. Needs a transaction. */
export async function consumeFactorCode(db: Db, userId: number, typed: string, now: Date): Promise<boolean> {
  const code = normaliseFactorCode(typed);
  const owner = ownerOf(userId);
  const { sealedSecret, isOn } = await lockFactor(db, userId);
  if (!isOn || !sealedSecret) return false;
  if (!isAuthenticatorCode(code)) return consumeBackupCode(db, userId, keyedHash(code, owner), now);
  const secret = openSecret(sealedSecret, owner);
  const step = secret === null ? null : totpStep(secret, code, now);
  return step !== null && consumeStep(db, userId, step);
}

/** Whether the account has an active second factor. */
export const hasFactor = async (db: Db, userId: number): Promise<boolean> =>
  (await getAccount(db, userId)).hasSecondFactor;

/** Whether the user's second factor is active, and how many backup codes are left. */
export const getFactor = defineOperation({
  name: "secondFactor.get",
  kind: "query",
  permission: SIGNED_IN,
  input: z.object({}),
  async run({ actor, db }): Promise<FactorStatusDto> {
    const { user } = ownPrincipal(actor);
    const { hasSecondFactor } = await getAccount(db, user.id);
    const [isRequired, backupCodesLeft] = await Promise.all([isFactorRequired(db), countBackupCodes(db, user.id)]);
    return { isOn: hasSecondFactor, isRequired, backupCodesLeft };
  },
});

/** Creates a secret for the authenticator. The factor is not required before its first code is confirmed. */
export const beginFactor = defineOperation({
  name: "secondFactor.begin",
  kind: "mutation",
  permission: SIGNED_IN,
  input: BeginInput,
  async run(ctx, { password }): Promise<(FactorSetupDto & { userId: number }) | Refused> {
    const { user, ownCustomerId } = ownPrincipal(ctx.actor);
    ctx.audit({ customerId: ownCustomerId });
    const refusal = await confirmPassword(ctx, user.id, password, { code: "PASSWORD_WRONG", path: "password" });
    if (refusal) return refusal;
    if ((await lockFactor(ctx.tx, user.id)).isOn) throw new AppError("CONFLICT", "the second factor is on already");
    const secret = newTotpSecret();
    await savePendingSecret(ctx.tx, user.id, sealSecret(secret, ownerOf(user.id)));
    const url = totpUrl(secret, user.username);
    return { userId: user.id, secret, url, qrcode: await qrCodeImage(url) };
  },
  audit: { entity: "user", id: ({ userId }) => userId },
});

/** Activates the second factor with the authenticator's first code. The backup codes are returned only this once. */
export const confirmFactor = defineOperation({
  name: "secondFactor.confirm",
  kind: "mutation",
  permission: SIGNED_IN,
  input: ConfirmInput,
  async run(ctx, { code }): Promise<(BackupCodesDto & { userId: number }) | Refused> {
    const { user, ownCustomerId } = ownPrincipal(ctx.actor);
    await limitRate(`totp:${user.id}`, CONFIRMATIONS_PER_MINUTE, 60);
    ctx.audit({ customerId: ownCustomerId });
    const owner = ownerOf(user.id);
    const { sealedSecret, isOn } = await lockFactor(ctx.tx, user.id);
    if (isOn) throw new AppError("CONFLICT", "the second factor is on already");
    const secret = sealedSecret === null ? null : openSecret(sealedSecret, owner);
    if (secret === null) throw new AppError("CONFLICT", "begin the set-up first");
    const step = totpStep(secret, normaliseFactorCode(code), ctx.now);
    if (step === null) return new Refused(wrongCode(), user.id);
    const codes = Array.from({ length: BACKUP_CODES }, newBackupCode);
    await saveConfirmation(ctx.tx, user.id, step, ctx.now);
    await replaceBackupCodes(
      ctx.tx,
      user.id,
      codes.map((one) => keyedHash(one, owner)),
    );
    ctx.audit({ old: { secondFactor: false }, new: { secondFactor: true } });
    return { userId: user.id, backupCodes: codes.map(spellBackupCode) };
  },
  audit: { entity: "user", id: ({ userId }) => userId },
});

/** Wrong codes count towards the lock-out, so a session allows no more guesses than the login. */
async function confirmCode(ctx: OperationContext, userId: number, code: string): Promise<Refused | null> {
  if (await consumeFactorCode(ctx.db, userId, code, ctx.now)) return null;
  const { state, save } = await lockGuesses(ctx.db, userId, originOf(ctx));
  await save(afterFailure(state, ctx.now));
  return new Refused(wrongCode(), userId);
}

/** Disables the second factor. Requires password and code. */
export const removeSecondFactor = defineOperation({
  name: "secondFactor.remove",
  kind: "mutation",
  permission: SIGNED_IN,
  input: RemoveInput,
  async run(ctx, { password, code }): Promise<{ userId: number } | Refused> {
    const { user, ownCustomerId } = ownPrincipal(ctx.actor);
    ctx.audit({ customerId: ownCustomerId });
    if (!(await getAccount(ctx.tx, user.id)).hasSecondFactor) throw new AppError("CONFLICT", "there is none");
    const refusal =
      (await confirmPassword(ctx, user.id, password, { code: "PASSWORD_WRONG", path: "password" })) ??
      (await confirmCode(ctx, user.id, code));
    if (refusal) return refusal;
    await removeFactor(ctx.tx, user.id);
    ctx.audit({ old: { secondFactor: true }, new: { secondFactor: false } });
    return { userId: user.id };
  },
  audit: { entity: "user", id: ({ userId }) => userId },
});
