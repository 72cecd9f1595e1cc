import "server-only";
import { createHmac } from "node:crypto";
import { z } from "zod";
import { env } from "@/lib/env/env";
import { AppError } from "@/lib/errors";
import { limitAddress, limitRate } from "@/lib/http/rate-limit";
import type { Reply } from "@/lib/http/reply";
import { requestOrigin } from "@/lib/http/request-origin";
import { defineOperation, type MutationContext, PUBLIC, Refused, SIGNED_IN } from "@/lib/operation/define-operation";
import { qrCodeImage } from "@/lib/qr-code/qr-code";
import { ownPrincipal } from "../password/operations";
import { getAccount } from "../session.data";
import { openSessionFor } from "../session.operations";
import type { LoginDto } from "../session.schema";
import { consumeQrcode, findQrcodeOwner, findQrcodeTime, replaceQrcode } from "./data";
import { QRCODE_SECONDS, QRCODES_PER_MINUTE, qrLoginUrl } from "./rules";
import { type QrcodeDto, QrcodeKey, type QrcodeOwnerDto } from "./schema";

const invalid = () => new AppError("QRCODE_INVALID", "the code was used, replaced or is too old");

/** Repeated from the row of the code, of which only the hash is stored. */
const keyOf = (userId: number, createdAt: Date): string =>
  createHmac("sha256", env().AUTH_SECRET).update(`loginQrcode:${userId}:${createdAt.getTime()}`).digest("base64url");

type Shown = QrcodeDto & { userId: number };

async function shown({ locale }: MutationContext, userId: number, key: string, expiresAt: Date): Promise<Shown> {
  const url = qrLoginUrl(await requestOrigin(), locale, key);
  return { userId, key, url, qrcode: await qrCodeImage(url), expiresAt: expiresAt.toISOString() };
}

async function issue(ctx: MutationContext, userId: number): Promise<Shown> {
  await limitRate(`qrcode:${userId}`, QRCODES_PER_MINUTE, 60);
  const { now } = ctx;
  const expiresAt = new Date(now.getTime() + QRCODE_SECONDS * 1000);
  const key = keyOf(userId, now);
  await replaceQrcode(ctx.tx, { userId, key, now, expiresAt });
  return shown(ctx, userId, key, expiresAt);
}

/** Creates a code with which another device logs in as the caller. The earlier code becomes invalid. */
export const issueQrcode = defineOperation({
  name: "loginQrcode.issue",
  kind: "mutation",
  permission: SIGNED_IN,
  input: z.object({}),
  async run(ctx): Promise<Shown> {
    const { user, ownCustomerId } = ownPrincipal(ctx.actor);
    ctx.audit({ customerId: ownCustomerId });
    return issue(ctx, user.id);
  },
  audit: { entity: "user", id: ({ userId }) => userId },
});

/** The caller's code: the same until it ends, is used or refreshed; then a new one. */
export const showQrcode = defineOperation({
  name: "loginQrcode.show",
  kind: "mutation",
  permission: SIGNED_IN,
  input: z.object({}),
  async run(ctx): Promise<Shown> {
    const { user, ownCustomerId } = ownPrincipal(ctx.actor);
    ctx.audit({ customerId: ownCustomerId });
    const createdAt = await findQrcodeTime(ctx.tx, user.id);
    const key = createdAt && keyOf(user.id, createdAt);
    const open = key ? await findQrcodeOwner(ctx.tx, key, ctx.now) : undefined;
    return key && open ? shown(ctx, user.id, key, open.expiresAt) : issue(ctx, user.id);
  },
  audit: { entity: "user", id: ({ userId }) => userId },
});

/** The account that the code would log in to, for the confirmation page. */
export const getQrcodeOwner = defineOperation({
  name: "loginQrcode.owner",
  kind: "query",
  permission: PUBLIC,
  input: QrcodeKey,
  async run({ db, now, address }, { key }): Promise<QrcodeOwnerDto> {
    await limitAddress("qrLogin", address, QRCODES_PER_MINUTE, 60);
    const owner = await findQrcodeOwner(db, key, now);
    if (!owner) throw invalid();
    const { username, name, customer, expiresAt } = owner;
    return { username, name, customer, expiresAt: expiresAt.toISOString() };
  },
});

/** Logs this device in as the owner of the code. The device that showed it stays logged in within `session.limit`. */
export const loginByQrcode = defineOperation({
  name: "session.loginByQrcode",
  kind: "mutation",
  permission: PUBLIC,
  input: QrcodeKey,
  async run(ctx, { key }): Promise<Reply<LoginDto> | Refused> {
    await limitAddress("qrLogin", ctx.address, QRCODES_PER_MINUTE, 60);
    const owner = await findQrcodeOwner(ctx.tx, key, ctx.now);
    if (!owner || !(await consumeQrcode(ctx.tx, key, ctx.now))) return new Refused(invalid(), "unknown");
    const account = await getAccount(ctx.tx, owner.userId);
    ctx.audit({ customerId: account.customerId });
    if (!account.isActive) return new Refused(new AppError("LOGIN_FAILED", "account is cancelled"), account.id);
    ctx.audit({ by: account });
    return openSessionFor(ctx, account, { isSingleSignOn: owner.isSingleSignOn });
  },
  audit: { entity: "user", id: (reply) => reply.result.user.id },
});
