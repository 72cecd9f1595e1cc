import "server-only";
import { countRecorded } from "@/features/telemetry/history/record.service";
import { writeAudit } from "@/lib/audit/write-audit";
import { linkToken } from "@/lib/auth/link-token";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import { AppError, conflict } from "@/lib/errors";
import { holds, type OperationContext, workingCustomer } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { transaction } from "@/lib/operation/transaction";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { loadList } from "@/lib/resource/list-page";
import type { Page } from "@/lib/resource/list-query";
import { openFile, streamReply } from "@/lib/stored-file/stored-file";
import {
  type ArchiveRow,
  deleteLink,
  type Found,
  findArchiveScenes,
  findLinks,
  findOwners,
  findVersions,
  getArchive,
  getOwner,
  insertArchive,
  insertLink,
  type LinkRow,
  listArchives,
  lockArchive,
  lockMonth,
  monthOfRow,
  queueArchive,
  saveArchive,
  toDto,
} from "./archive.data";
import { archiveName, assertGenerated, assertOver, linkPath, monthAfter, monthOf, monthRange } from "./archive.rules";
import {
  type ArchiveDetailDto,
  type ArchiveDto,
  ArchiveInput,
  type ArchiveLinkDto,
  ArchiveListQuery,
  type ArchiveSceneDto,
  CHECK_ARCHIVE,
  MAKE_ARCHIVE,
  RevokeInput,
  ShareInput,
} from "./archive.schema";
import { LINK_PURPOSE } from "./link.operations";
import { findMountedSpans } from "./tables.data";

const DAY_MS = 86_400_000;

const list = defineOperation({
  name: "archive.list",
  kind: "query",
  permission: "viewArchive",
  input: ArchiveListQuery,
  run: ({ db, scope }, query): Promise<Page<ArchiveDto>> => listArchives(db, scope, query),
});

/** The customers that have archives, with their months, as a tree. */
const scenes = defineOperation({
  name: "archive.scenes",
  kind: "query",
  permission: "viewArchive",
  input: ArchiveListQuery.pick({ customerId: true }),
  run: async ({ db, scope }, { customerId }): Promise<ArchiveSceneDto[]> =>
    findArchiveScenes(db, scope, customerId ?? null),
});

const linkDto = (link: LinkRow, locale: string): ArchiveLinkDto => ({
  id: link.id,
  author: link.author,
  createdAt: link.createdAt.toISOString(),
  expiresAt: link.expiresAt.toISOString(),
  takenCount: link.takenCount,
  path: linkPath(locale, linkToken(LINK_PURPOSE, link.id)),
});

/** The readings of the month that are there now and not in the archive; null where that is not the question. */
async function lateReadings({ db }: OperationContext, { row, owner }: Found, newest: number): Promise<number | null> {
  if (row.state !== "generated" || row.version !== newest) return null;
  const { customerId, total } = row;
  const month = monthOfRow(row);
  const range = monthRange(month, owner.timeZone);
  const spans = await findMountedSpans(db, { customerId, ...range });
  const probes = spans.map(({ probeId, ...period }) => ({ probeId, periods: [period] }));
  return Math.max(0, (await countRecorded(db, probes, range)) - total);
}

const get = defineOperation({
  name: "archive.get",
  kind: "query",
  permission: "viewArchive",
  input: ById,
  async run(ctx, { id }): Promise<ArchiveDetailDto> {
    const found = await getArchive(ctx.db, ctx.scope, id);
    const { row, owner } = found;
    const versions = await findVersions(ctx.db, ctx.scope, row.customerId, monthOfRow(row));
    const links = holds(ctx, "shareArchive") ? await findLinks(ctx.db, ctx.scope, id, ctx.now) : [];
    return {
      ...toDto(row, owner.name),
      timeZone: owner.timeZone,
      readings: row.state === "generated" || row.state === "expired" ? row.total : null,
      lateReadings: await lateReadings(ctx, found, versions[0]?.version ?? row.version),
      manifestSha256: row.manifestSha256,
      certificateSha256: row.certificateSha256,
      versions: versions.map((one) => ({ id: one.id, version: one.version, state: one.state })),
      links: links.map((link) => linkDto(link, ctx.locale)),
    };
  },
});

function askerOf({ actor }: OperationContext): { userId: number | null; author: string } {
  if (actor.type === "user") return { userId: actor.principal.user.id, author: actor.principal.user.name };
  return { userId: null, author: actor.type === "key" ? actor.name : "" };
}

const audited = (row: Pick<ArchiveRow, "month" | "version" | "fileName">) => ({
  month: monthOfRow(row),
  version: row.version,
  fileName: row.fileName,
});

/** Has the worker archive a month that is over: as the next version if there is one, or again what has failed. */
const create = defineOperation({
  name: "archive.create",
  kind: "mutation",
  permission: "newArchive",
  input: ArchiveInput,
  async run(ctx, { month, customerId: asked }): Promise<ArchiveDto> {
    const customerId = asked ?? workingCustomer(ctx);
    if (customerId === undefined) throw new AppError("FORBIDDEN", "choose a customer first");
    const owner = await getOwner(ctx.tx, ctx.scope, customerId);
    assertOver(month, owner.timeZone, ctx.now);
    await lockActiveCustomer(ctx.tx, customerId);
    await lockMonth(ctx.tx, customerId, month);
    const [newest] = await findVersions(ctx.tx, ctx.scope, customerId, month);
    if (newest?.state === "generating") throw conflict("month", "archiveGenerating", "it is being made");
    const version = newest ? newest.version + (newest.state === "failed" ? 0 : 1) : 1;
    const asker = { ...askerOf(ctx), isScheduled: false };
    const values = { ...asker, fileName: archiveName(owner.code, month, version), createdAt: ctx.now };
    let id = newest?.id;
    if (newest?.state === "failed")
      await saveArchive(ctx.tx, ctx.scope, newest.id, {
        ...{ ...values, state: "generating", failure: null, run: 0, done: 0, total: 0, touchedAt: ctx.now },
      });
    else id = await insertArchive(ctx.tx, ctx.scope, { ...values, customerId, month, version });
    await queueArchive(ctx.tx, MAKE_ARCHIVE, id as number);
    const { row } = await getArchive(ctx.tx, ctx.scope, id as number);
    ctx.audit({ customerId, new: audited(row) });
    return toDto(row, owner.name);
  },
  audit: { entity: "archive", id: ({ id }) => id },
});

/** Stops the making of an archive. */
const cancel = defineOperation({
  name: "archive.cancel",
  kind: "mutation",
  permission: "newArchive",
  input: ById,
  async run(ctx, { id }): Promise<ArchiveDto> {
    const { row, owner } = await lockArchive(ctx.tx, ctx.scope, id);
    if (row.state !== "generating") throw conflict("id", "archiveFinished", "it is not being made any more");
    const values = { state: "failed", failure: "cancelled" } as const;
    await saveArchive(ctx.tx, ctx.scope, id, values);
    ctx.audit({ customerId: row.customerId, old: { state: row.state }, new: { state: values.state } });
    return toDto({ ...row, ...values }, owner.name);
  },
  audit: { entity: "archive", id: ({ id }) => id },
});

/** Has the worker verify the stored file. */
const verify = defineOperation({
  name: "archive.verify",
  kind: "mutation",
  permission: "verifyArchive",
  input: ById,
  async run(ctx, { id }): Promise<ArchiveDto> {
    const { row, owner } = await lockArchive(ctx.tx, ctx.scope, id);
    assertGenerated(row.state);
    const values = { checkState: "running", problem: null } as const;
    await saveArchive(ctx.tx, ctx.scope, id, values);
    await queueArchive(ctx.tx, CHECK_ARCHIVE, id);
    ctx.audit({ customerId: row.customerId, new: { fileName: row.fileName, sha256: row.sha256 } });
    return toDto({ ...row, ...values }, owner.name);
  },
  audit: { entity: "archive", id: ({ id }) => id },
});

/** The file. Each time it is taken is a row in the log. */
const download = defineOperation({
  name: "archive.take",
  kind: "query",
  permission: "viewArchive",
  input: ById,
  async run(ctx, { id }) {
    const { row } = await getArchive(ctx.db, ctx.scope, id);
    assertGenerated(row.state);
    const file = await openFile(ctx.db, row.fileId);
    const { customerId, fileName, size, sha256 } = row;
    await transaction(ctx.db, (tx) =>
      writeAudit(tx, ctx, {
        operation: "archive.take",
        entity: "archive",
        entityId: String(id),
        customerId,
        new: { fileName, size, sha256 },
      }),
    );
    return streamReply(file, fileName);
  },
});

/** Makes a link that opens one archive without an account until it expires. */
const share = defineOperation({
  name: "archive.share",
  kind: "mutation",
  permission: "shareArchive",
  input: ShareInput,
  async run(ctx, { id, days }): Promise<ArchiveLinkDto> {
    const { row } = await lockArchive(ctx.tx, ctx.scope, id);
    assertGenerated(row.state);
    const { customerId, fileName } = row;
    const expiresAt = new Date(ctx.now.getTime() + days * DAY_MS);
    const { author } = askerOf(ctx);
    const link = await insertLink(ctx.tx, ctx.scope, {
      ...{ customerId, archiveId: id, author, createdAt: ctx.now, expiresAt },
    });
    ctx.audit({ customerId, new: { link: link.id, fileName, expiresAt: expiresAt.toISOString() } });
    return linkDto(link, ctx.locale);
  },
  audit: { entity: "archive", id: (_link, { id }) => id },
});

/** Ends a link before it expires. */
const revoke = defineOperation({
  name: "archive.revoke",
  kind: "mutation",
  permission: "shareArchive",
  input: RevokeInput,
  async run(ctx, { id, linkId }): Promise<{ id: string }> {
    const { row } = await lockArchive(ctx.tx, ctx.scope, id);
    const link = await deleteLink(ctx.tx, ctx.scope, id, linkId);
    ctx.audit({ customerId: row.customerId, old: { link: link.id, expiresAt: link.expiresAt.toISOString() } });
    return { id: link.id };
  },
  audit: { entity: "archive", id: (_link, { id }) => id },
});

export const archives = { list, scenes, get, create, cancel, verify, download, share, revoke };

/** The data of the page. */
export async function loadArchiveScreen(ctx: PageContext) {
  const { permissions, customer } = ctx.principal;
  return {
    view: await loadList(ctx, list),
    rights: {
      create: permissions.has("newArchive"),
      verify: permissions.has("verifyArchive"),
      share: permissions.has("shareArchive"),
    },
    // The last month that is over.
    lastMonth: monthAfter(monthOf(ctx.now, customer.timeZone), -1),
    customers: await findOwners(ctx.db, ctx.scope),
    customerId: customer.id,
  };
}
