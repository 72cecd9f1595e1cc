import "server-only";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import { hashPassword } from "@/lib/auth/password";
import { customerScope } from "@/lib/auth/scope";
import { codeOf, newCode } from "@/lib/auth/share-code";
import { visibilityOf } from "@/lib/auth/visibility";
import { conflict, notFound } from "@/lib/errors";
import { requestOrigin } from "@/lib/http/request-origin";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation, type MutationContext } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { qrCodeImage } from "@/lib/qr-code/qr-code";
import { ById } from "@/lib/resource/by-id";
import { loadList } from "@/lib/resource/list-page";
import type { Page } from "@/lib/resource/list-query";
import { hashOfPeriod } from "./proof.service";
import {
  findChoices,
  findOpenings,
  findShares,
  findSubjects,
  getSealed,
  getShare,
  insertShares,
  lockShare,
  type NewShare,
  revokeShare,
} from "./share.data";
import { assertRevocable, assertTimes, DAY_MS, DEFAULT_DAYS, nameOf, sharePath, stateOf } from "./share.rules";
import {
  GenerateInput,
  type LabelDto,
  LabelInput,
  type OpeningDto,
  OpeningsInput,
  type ShareDto,
  ShareInput,
  ShareListQuery,
  type ShareRights,
  type SubjectDto,
  SubjectInput,
} from "./share.schema";

const list = defineOperation({
  name: "shareCode.list",
  kind: "query",
  permission: "viewFindCode",
  input: ShareListQuery,
  run: ({ db, scope, now }, query): Promise<Page<ShareDto>> => findShares(db, scope, query, now),
});

const get = defineOperation({
  name: "shareCode.get",
  kind: "query",
  permission: "viewFindCode",
  input: ById,
  run: ({ db, scope, now }, { id }): Promise<ShareDto> => getShare(db, scope, id, now),
});

/** Who opened a code when, and who gave a wrong PIN. */
const openings = defineOperation({
  name: "shareCode.openings",
  kind: "query",
  permission: "viewFindCode",
  input: OpeningsInput,
  async run({ db, scope, now }, { id, ...page }): Promise<Page<OpeningDto>> {
    await getShare(db, scope, id, now);
    return findOpenings(db, scope, id, page);
  },
});

type Subject = { customerId: number; name: string } & Pick<NewShare, "carrierId" | "deviceId" | "sceneId">;

/** What the codes are for, in the order asked. Throws NOT_FOUND outside the scope, CONFLICT for several customers. */
async function subjectsOf(ctx: OperationContext, input: ShareInput): Promise<Subject[]> {
  const visibility = visibilityOf(ctx);
  const parts = [
    ["carrier", "carrierId", input.carrierIds],
    ["device", "deviceId", input.deviceIds],
    ["scene", "sceneId", input.sceneIds],
  ] as const;
  const subjects: Subject[] = [];
  for (const [what, column, ids] of parts) {
    const found = await findSubjects(ctx.db, visibility, what, ids);
    for (const id of ids) {
      const row = found.find((one) => one.id === id);
      if (!row) throw notFound(what, id);
      subjects.push({ customerId: row.customerId, name: row.name, [column]: id });
    }
  }
  if (new Set(subjects.map(({ customerId }) => customerId)).size > 1)
    throw conflict("subjects", "sameCustomer", "are of several customers");
  return subjects;
}

function makerOf({ actor }: OperationContext): { createdBy: number | null; author: string } {
  if (actor.type === "user") return { createdBy: actor.principal.user.id, author: actor.principal.user.name };
  return { createdBy: null, author: actor.type === "key" ? actor.name : "" };
}

const audited = ({ kind, name, subject, from, to, fields, hasPin, expiresAt, useLimit }: ShareDto) => ({
  ...{ kind, name, subject, from, to, fields, hasPin, expiresAt, useLimit },
});

async function makeCodes(ctx: MutationContext, input: ShareInput): Promise<{ ids: number[]; items: ShareDto[] }> {
  const { tx, scope, now } = ctx;
  assertTimes(input, now);
  const subjects = await subjectsOf(ctx, input);
  const [{ customerId }] = subjects as [Subject];
  await lockActiveCustomer(tx, customerId);
  const pinHash = input.pin === "" ? null : await hashPassword(input.pin);
  const values: NewShare[] = [];
  for (const { name, ...subject } of subjects) {
    const row = {
      ...subject,
      ...newCode(),
      ...makerOf(ctx),
      ...{ kind: input.kind, fields: input.fields, pinHash, useLimit: input.useLimit, createdAt: now },
      name: nameOf(input.name, name, subjects.length),
      subject: name,
      fromAt: dateOf(input.from),
      toAt: dateOf(input.to),
      expiresAt: dateOf(input.expiresAt),
    };
    const isOver = input.to !== null && input.to <= now.getTime() && input.fields.includes("proof");
    const dataSha256 = isOver ? await hashOfPeriod({ ...ctx, db: tx, scope: customerScope(customerId) }, row) : null;
    values.push({ ...row, dataSha256 });
  }
  const ids = await insertShares(tx, scope, values);
  const items: ShareDto[] = [];
  for (const id of ids) items.push(await getShare(tx, scope, id, now));
  ctx.audit({ customerId, new: { shareCodes: items.map(audited) } });
  return { ids, items };
}

/** Makes a code for each subject. The codes themselves are shown by `label`. */
const create = defineOperation({
  name: "shareCode.create",
  kind: "mutation",
  permission: "newFindCode",
  input: ShareInput,
  run: makeCodes,
  audit: { entity: "shareCode", id: ({ ids }) => ids.join(",") },
});

const dateOf = (at: number | null) => (at === null ? null : new Date(at));

/** Ends a code for good; it stays in the list with its openings. */
const revoke = defineOperation({
  name: "shareCode.revoke",
  kind: "mutation",
  permission: "removeFindCode",
  input: ById,
  async run({ tx, scope, now, audit }, { id }): Promise<ShareDto> {
    const before = await lockShare(tx, scope, id, now);
    assertRevocable(before);
    await revokeShare(tx, scope, id, now);
    const after = await getShare(tx, scope, id, now);
    audit({
      customerId: after.customerId,
      old: { state: before.state },
      new: { state: after.state, name: after.name },
    });
    return after;
  },
  audit: { entity: "shareCode", id: ({ id }) => id },
});

async function labelsOf({ db, scope, now }: OperationContext, ids: readonly number[]): Promise<LabelDto[]> {
  const rows = await getSealed(db, scope, ids);
  const origin = await requestOrigin();
  return Promise.all(
    rows.map(async ({ row, customerName, timeZone }) => {
      const url = `${origin}${sharePath(codeOf(row), row.sceneId !== null)}`;
      return {
        ...{ id: row.id, name: row.name, subject: row.subject, customerName, timeZone, url },
        image: await qrCodeImage(url),
        hasPin: row.pinHash !== null,
        expiresAt: row.expiresAt?.toISOString() ?? null,
        state: stateOf(row, now),
      };
    }),
  );
}

/** The addresses and QR codes to print or pass on: for those who may make codes, because they open them. */
const label = defineOperation({
  name: "shareCode.label",
  kind: "query",
  permission: "newFindCode",
  input: LabelInput,
  run: (ctx, { ids }): Promise<LabelDto[]> => labelsOf(ctx, ids),
});

/** Makes codes with the specification's defaults, and shows their addresses and QR codes at once. */
const generate = defineOperation({
  name: "shareCode.generate",
  kind: "mutation",
  permission: "newFindCode",
  input: GenerateInput,
  async run(ctx, { from, expiresAt, ...input }): Promise<{ ids: number[]; items: LabelDto[] }> {
    const now = ctx.now.getTime();
    const made = await makeCodes(
      ctx,
      ShareInput.parse({
        ...input,
        kind: "page",
        from: from ?? now - DEFAULT_DAYS * DAY_MS,
        expiresAt: expiresAt ?? now + DEFAULT_DAYS * DAY_MS,
      }),
    );
    return { ids: made.ids, items: await labelsOf({ ...ctx, db: ctx.tx }, made.ids) };
  },
  audit: { entity: "shareCode", id: ({ ids }) => ids.join(",") },
});

const subjects = defineOperation({
  name: "shareCode.subjects",
  kind: "query",
  permission: "newFindCode",
  input: SubjectInput,
  async run(ctx, { q, kind }): Promise<SubjectDto[]> {
    const asked = [ctx.db, visibilityOf(ctx), q || undefined] as const;
    const boards = kind === "page" ? [] : await findChoices(...asked, "boards");
    return kind === "kiosk" ? boards : [...(await findChoices(...asked, "points")), ...boards];
  },
});

export const shareCodes = { list, get, openings, create, generate, revoke, label, subjects };

/** Loads the list. */
export async function loadShareScreen(ctx: PageContext) {
  const { permissions } = ctx.principal;
  const rights: ShareRights = { create: permissions.has("newFindCode"), revoke: permissions.has("removeFindCode") };
  return { view: await loadList(ctx, list), rights };
}
