import "server-only";
import { z } from "zod";
import { newToken } from "@/lib/auth/token";
import { AppError } from "@/lib/errors";
import { limitAddress, limitRate } from "@/lib/http/rate-limit";
import type { Reply } from "@/lib/http/reply";
import { requestOrigin } from "@/lib/http/request-origin";
import { defineOperation, PUBLIC, Refused, SIGNED_IN } from "@/lib/operation/define-operation";
import { qrCodeImage } from "@/lib/qr-code/qr-code";
import { ownPrincipal } from "../password/operations";
import { getAccount } from "../session.data";
import { openSessionFor } from "../session.operations";
import type { LoginDto } from "../session.schema";
import { consumeQrcode, findQrcodeOwner, replaceQrcode } from "./data";
import { QRCODE_SECONDS, QRCODES_PER_MINUTE, qrLoginUrl } from "./rules";
import { type QrcodeDto, QrcodeKey, type QrcodeOwnerDto } from "./schema";

const invalid = () => new AppError("QRCODE_INVALID", "the code was used, replaced or is too old");

/** Creates a code with which another device logs in as the caller. The earlier code becomes invalid. */
export const issueQrcode = defineOperation({
  name: "loginQrcode.issue",
  kind: "mutation",
  permission: SIGNED_IN,
  input: z.object({}),
  async run({ actor, tx, now, locale, audit }): Promise<QrcodeDto & { userId: number }> {
    const { user, ownCustomerId } = ownPrincipal(actor);
    await limitRate(`qrcode:${user.id}`, QRCODES_PER_MINUTE, 60);
    audit({ customerId: ownCustomerId });
    const key = newToken();
    const expiresAt = new Date(now.getTime() + QRCODE_SECONDS * 1000);
    await replaceQrcode(tx, { userId: user.id, key, now, expiresAt });
    const url = qrLoginUrl(await requestOrigin(), locale, key);
    return { userId: user.id, key, url, qrcode: await qrCodeImage(url), expiresAt: expiresAt.toISOString() };
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

/** Logs this device in as the owner of the code. The device that showed it is logged out. */
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
    return openSessionFor(ctx, account, { reason: "replaced", isSingleSignOn: owner.isSingleSignOn });
  },
  audit: { entity: "user", id: (reply) => reply.result.user.id },
});
