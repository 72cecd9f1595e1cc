import "server-only";
import { z } from "zod";
import { assertVersion } from "@/lib/audit/assert-version";
import { requestOrigin } from "@/lib/http/request-origin";
import { customerFor, workingCustomer } from "@/lib/operation/context";
import { defineOperation, type MutationContext } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { crud, switching } from "@/lib/resource/crud";
import { referredAll } from "@/lib/resource/referred";
import { recordIds } from "@/lib/validation/fields";
import { assertMayShow, previewOf } from "../content/service";
import type { JobDto } from "../job/schema";
import { auditedJob, findRequested, requestPrint } from "../job/service";
import { getPrinter } from "../printer.data";
import { findMembers, getPrintable, groupStore, isNameFree, renameGroup } from "./data";
import {
  GroupCheck,
  type GroupCheckDto,
  type GroupDto,
  GroupInput,
  GroupListQuery,
  type GroupPreviewDto,
  GroupPrint,
  GroupRename,
  GroupSave,
} from "./schema";
import { groupDocuments } from "./service";

const plain = crud({ subject: "Printer", listQuery: GroupListQuery, input: GroupInput, store: groupStore });

/** Prints what people may see, so whoever saves a group must be able to see its contents. */
async function save(ctx: MutationContext, id: number | null, values: GroupInput): Promise<GroupDto> {
  assertMayShow(ctx, values.contents);
  if (id === null) {
    const made = await groupStore.insert(ctx, values);
    ctx.audit({ customerId: made.customerId, new: made });
    return made;
  }
  const changed = await groupStore.update(ctx, id, values);
  ctx.audit({ customerId: changed.new.customerId, ...changed });
  return changed.new;
}

const audit = { entity: "printGroup", id: ({ id }: GroupDto) => id };

const create = defineOperation({
  name: "printGroup.create",
  kind: "mutation",
  permission: "newPrinter",
  input: GroupInput,
  run: (ctx, values) => save(ctx, null, values),
  audit,
});

/** The group as its update takes it. */
const inputOf = ({ printers, carriers, ...group }: GroupDto) => ({
  ...group,
  ...referredAll("printer", printers),
  ...referredAll("carrier", carriers),
});

const update = defineOperation({
  name: "printGroup.update",
  kind: "mutation",
  permission: "editPrinter",
  input: GroupSave,
  async run(ctx, { id, version, ...values }) {
    await assertVersion(ctx, { entity: "printGroup", id, version }, async () => inputOf(await groupStore.get(ctx, id)));
    return save(ctx, id, values);
  },
  audit,
});

/** Print groups: what is printed of which carriers, on which printers, when. */
export const printGroups = { ...plain, create, update };

export const switchPrintGroup = switching({ subject: "Printer", store: groupStore });

export const renamePrintGroup = defineOperation({
  name: "printGroup.rename",
  kind: "mutation",
  permission: "editPrinter",
  input: GroupRename,
  async run(ctx, { id, groupName }): Promise<GroupDto> {
    const changed = await renameGroup(ctx, id, groupName);
    ctx.audit({ customerId: changed.new.customerId, ...changed });
    return changed.new;
  },
  audit,
});

/** Whether the name of a group is free. */
export const checkPrintGroup = defineOperation({
  name: "printGroup.check",
  kind: "query",
  permission: "viewPrinter",
  input: GroupCheck,
  async run(ctx, { groupName, id = 0, customerId: wanted }): Promise<GroupCheckDto> {
    const customerId = customerFor(ctx, wanted ?? workingCustomer(ctx));
    return { groupName, isFree: groupName !== "" && (await isNameFree(ctx.db, customerId, groupName, id)) };
  },
});

const MOST_REMOVED = 100;

/** Removes several groups, all or none. */
export const removePrintGroups = defineOperation({
  name: "printGroup.removeMany",
  kind: "mutation",
  permission: "removePrinter",
  input: z.strictObject({
    ids: recordIds(MOST_REMOVED).refine((ids) => ids.length > 0, { params: { rule: "required" }, message: "required" }),
  }),
  async run(ctx, { ids }): Promise<{ ids: number[] }> {
    for (const id of ids) await plain.remove.call(ctx, { id });
    return { ids };
  },
  audit: { entity: "printGroup", id: ({ ids }) => ids.join(",") },
});

/** What a group would print now. */
export const previewPrintGroup = defineOperation({
  name: "printGroup.preview",
  kind: "query",
  permission: "printPrinter",
  input: ById,
  async run(ctx, { id }): Promise<GroupPreviewDto> {
    const group = await getPrintable(ctx, id);
    assertMayShow(ctx, group.contents);
    const documents = await groupDocuments(ctx, group, { at: ctx.now, origin: await requestOrigin() });
    return { previews: await Promise.all(documents.map((one) => previewOf(one.content, one.document))) };
  },
});

/** Prints a group now, besides its times. Printers that are switched off print nothing. */
export const printPrintGroup = defineOperation({
  name: "printGroup.print",
  kind: "mutation",
  permission: "printPrinter",
  input: GroupPrint,
  async run(ctx, { id, requestKey }): Promise<{ id: number; jobs: JobDto[] }> {
    const group = await getPrintable(ctx, id);
    assertMayShow(ctx, group.contents);
    const members = await findMembers(ctx.tx, id);
    const documents = await groupDocuments(ctx, group, { at: ctx.now, origin: await requestOrigin() }, members);
    const jobs: JobDto[] = [];
    for (const { id: printerId } of members.printers.filter(({ isEnabled }) => isEnabled)) {
      const printer = await getPrinter(ctx.tx, ctx.scope, printerId);
      for (const [index, { content, document }] of documents.entries()) {
        const key = `${requestKey}:${printerId}:${index}`;
        const known = await findRequested(ctx, group.customerId, key);
        const values = { content, document, copies: group.copies, requestKey: key, groupId: id };
        jobs.push(known ?? (await requestPrint(ctx, printer, values)));
      }
    }
    ctx.audit({ customerId: group.customerId, new: { jobs: jobs.map(auditedJob) } });
    return { id, jobs };
  },
  audit: { entity: "printGroup", id: ({ id }) => id },
});
