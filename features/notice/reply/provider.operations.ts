import "server-only";
import { createHmac } from "node:crypto";
import { assertVersion } from "@/lib/audit/assert-version";
import { openSecret, sealSecret } from "@/lib/auth/secret-box";
import { hashToken, newToken, sameSecret } from "@/lib/auth/token";
import { AppError, fieldError } from "@/lib/errors";
import { requestOrigin } from "@/lib/http/request-origin";
import { publicAddress } from "@/lib/mail/public-address";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import {
  dtoOf,
  findCaller,
  findProviders,
  insertProvider,
  lockProvider,
  removeProviderRow,
  saveProvider,
} from "./provider.data";
import { ROTATION_MS, secretIssue } from "./provider.rules";
import {
  type ReplyProviderDto,
  ReplyProviderInput,
  ReplyProviderListQuery,
  type ReplyProviderSecretDto,
  ReplyProviderUpdateInput,
  ReplySecretInput,
} from "./provider.schema";
import { TIME_WINDOW_MS } from "./reply.rules";

const OWNER = "reply provider";
const audit = { entity: "replyProvider", id: ({ id }: { id: number }) => id };

type Kind = { authentication: ReplyProviderDto["authentication"] };

/** A secret as stored: hashed if it is only compared, encrypted if it computes signatures. */
const stored = ({ authentication }: Kind, secret: string) =>
  authentication === "secret" ? hashToken(secret) : sealSecret(secret, OWNER);

export const listReplyProviders = defineOperation({
  name: "replyProvider.list",
  kind: "query",
  permission: "viewReplyProvider",
  input: ReplyProviderListQuery,
  run: async ({ db }): Promise<ReplyProviderDto[]> => (await findProviders(db)).map(dtoOf),
});

/** The response contains the secret, only this once. */
export const createReplyProvider = defineOperation({
  name: "replyProvider.create",
  kind: "mutation",
  permission: "newReplyProvider",
  input: ReplyProviderInput,
  async run({ tx, audit }, { secret: given, ...values }): Promise<ReplyProviderSecretDto> {
    const secret = given || newToken();
    const made = dtoOf(await insertProvider(tx, { ...values, secret: stored(values, secret) }));
    audit({ new: made });
    return { ...made, secret: given ? null : secret };
  },
  audit,
});

export const updateReplyProvider = defineOperation({
  name: "replyProvider.update",
  kind: "mutation",
  permission: "editReplyProvider",
  input: ReplyProviderUpdateInput,
  async run(ctx, { id, version, ...values }): Promise<ReplyProviderDto> {
    const { tx, audit } = ctx;
    const old = dtoOf(await lockProvider(tx, id));
    await assertVersion(ctx, { entity: "replyProvider", id, version }, async () => old);
    const after = dtoOf(await saveProvider(tx, id, values));
    audit({ old, new: after });
    return after;
  },
  audit,
});

/** Rotates the secret. The previous one remains valid for a day. */
export const rotateReplySecret = defineOperation({
  name: "replyProvider.rotateSecret",
  kind: "mutation",
  permission: "editReplyProvider",
  input: ReplySecretInput,
  async run({ tx, audit, now }, { id, secret: given }): Promise<ReplyProviderSecretDto> {
    const row = await lockProvider(tx, id);
    const issue = secretIssue({ ...row, secret: given });
    if (issue) throw fieldError("INVALID", issue.message, issue.path);
    const secret = given || newToken();
    const previousUntil = new Date(now.getTime() + ROTATION_MS);
    const values = { secret: stored(row, secret), previousSecret: row.secret, previousUntil };
    const after = dtoOf(await saveProvider(tx, id, values));
    audit({ old: dtoOf(row), new: after });
    return { ...after, secret: given ? null : secret };
  },
  audit,
});

export const removeReplyProvider = defineOperation({
  name: "replyProvider.remove",
  kind: "mutation",
  permission: "removeReplyProvider",
  input: ById,
  async run({ tx, audit }, { id }): Promise<ReplyProviderDto> {
    const old = dtoOf(await lockProvider(tx, id));
    await removeProviderRow(tx, id);
    audit({ old });
    return old;
  },
  audit,
});

/** The providers for the channel screen; null without permission to view them. */
export async function loadReplyProviders(ctx: PageContext) {
  const { permissions } = ctx.principal;
  if (!permissions.has("viewReplyProvider")) return null;
  return {
    providers: await listReplyProviders.call(ctx, {}),
    rights: {
      create: permissions.has("newReplyProvider"),
      edit: permissions.has("editReplyProvider"),
      remove: permissions.has("removeReplyProvider"),
    },
    origin: await requestOrigin(),
  };
}

/** A webhook request. `url` is the address under which the server was reached; `headers` have lower-case names. */
export type Called = {
  provider: number | undefined;
  token: string | undefined;
  url: string;
  headers: Record<string, string>;
  body: string;
};

const denied = () => new AppError("UNAUTHENTICATED", "the secret or signature of a reply provider is required");

/**
 * Authenticates the calling provider by its secret (`authorization: Bearer`, `x-webhook-secret`, `token` in URL or
 * body) or by the signature of the request. Throws UNAUTHENTICATED without further detail.
 */
export async function authenticateProvider({ db, now }: OperationContext, called: Called) {
  const { headers, token, provider } = called;
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  const hashes = [bearer, headers["x-webhook-secret"], token].flatMap((one) => (one ? [hashToken(one)] : []));
  const byHash = hashes.length > 0 ? await findCaller(db, { hashes }, now) : undefined;
  if (byHash) return byHash;
  const row = provider === undefined ? undefined : await findCaller(db, { id: provider }, now);
  if (row?.authentication !== "hmac") throw denied();
  const isPreviousValid = row.previousUntil !== null && row.previousUntil > now;
  const keys = [row.secret, ...(isPreviousValid && row.previousSecret ? [row.previousSecret] : [])];
  const isSigned = keys.some((sealed) => {
    const key = openSecret(sealed, OWNER);
    return key !== null && (row.format === "twilio" ? isTwilio(key, called) : isOurs(key, called, now));
  });
  if (!isSigned) throw denied();
  return row;
}

/** `x-signature`: HMAC-SHA256 in hex of `x-timestamp` (epoch seconds), a full stop and the body. */
function isOurs(key: string, { headers, body }: Called, now: Date): boolean {
  const timestamp = headers["x-timestamp"] ?? "";
  const age = Math.abs(now.getTime() - Number(timestamp) * 1000);
  if (!(age <= TIME_WINDOW_MS)) return false;
  const expected = createHmac("sha256", key).update(`${timestamp}.${body}`).digest("hex");
  return sameSecret(expected, (headers["x-signature"] ?? "").replace(/^sha256=/, "").toLowerCase());
}

/** https://www.twilio.com/docs/usage/security#validating-requests: HMAC-SHA1 of the address and the sorted fields. */
function isTwilio(key: string, { headers, body, url }: Called): boolean {
  const { pathname, search } = new URL(url);
  const address = publicAddress(pathname + search) ?? url;
  const fields = [...new URLSearchParams(body)].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const signed = address + fields.map(([name, value]) => name + value).join("");
  return sameSecret(createHmac("sha1", key).update(signed).digest("base64"), headers["x-twilio-signature"] ?? "");
}
