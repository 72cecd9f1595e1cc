import "server-only";
import { writeAudit } from "@/lib/audit/write-audit";
import { AppError } from "@/lib/errors";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { crud } from "@/lib/resource/crud";
import { type Page, tolerant } from "@/lib/resource/list-query";
import { getDutyRota } from "../duty/duty.data";
import { findCustomerLocale, lockGroup } from "./contact.data";
import { getContactById, listContacts } from "./contact.operations";
import { ContactListQuery, type ContactRowDto } from "./contact.schema";
import { contactGroupStore, findCustomerChoices, findPeople } from "./group.data";
import { chosenCustomer } from "./group.rules";
import { type ContactGroupDto, ContactGroupInput, ContactGroupListQuery } from "./group.schema";

const groups = crud({
  subject: "Contacts",
  listQuery: ContactGroupListQuery,
  input: ContactGroupInput,
  store: contactGroupStore,
});

const REMOVE = "contactGroup.remove";

/** Deletes a group with its contacts and rota. The audit trail records what they were. */
const removeGroup = defineOperation({
  name: REMOVE,
  kind: "mutation",
  permission: "removeContacts",
  input: ById,
  async run(ctx, { id }): Promise<ContactGroupDto> {
    const { tx, scope } = ctx;
    const { customerId } = await lockGroup(tx, scope, id);
    const contacts = await findPeople(tx, scope, id);
    const { rota } = await getDutyRota(tx, scope, id, ctx.now);
    const group = await contactGroupStore.remove(ctx, id);
    if (rota)
      await writeAudit(tx, ctx, {
        ...{ operation: REMOVE, entity: "dutyRota", entityId: String(id) },
        ...{ customerId, old: rota },
      });
    ctx.audit({ customerId, old: { ...group, contacts } });
    return group;
  },
  audit: { entity: "contactGroup", id: ({ id }) => id },
});

export const contactGroups = { ...groups, remove: removeGroup };

const NOBODY: Page<ContactRowDto> = { items: [], total: 0 };

/** The contact that the URL opens; null if there is none or it is not visible. */
async function openedContact(ctx: PageContext): Promise<ContactRowDto | null> {
  const asked = ById.safeParse({ id: ctx.search.form });
  if (!asked.success) return null;
  return getContactById.call(ctx, asked.data).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "NOT_FOUND") return null;
    throw error;
  });
}

/** Loads the page: the customers, the groups of the selected one, and the contacts of one group. */
export async function loadContactScreen(ctx: PageContext) {
  const query = tolerant(ContactListQuery, ctx.search);
  const { permissions, customer } = ctx.principal;
  const choices = await findCustomerChoices(ctx.db, ctx.scope);
  const chosen = chosenCustomer(choices, query.customerId, customer.id)?.id ?? customer.id;
  const { items: groups } = await contactGroups.list.call(ctx, { customerId: chosen, iDisplayLength: 100 });
  const group = groups.find(({ id }) => id === query.groupId) ?? groups[0] ?? null;
  const page = group ? await listContacts.call(ctx, { ...query, customerId: undefined, groupId: group.id }) : NOBODY;
  const may = (action: "new" | "edit" | "remove" | "sync") => permissions.has(`${action}Contacts`);
  const understood = Object.keys(query).filter((name) => ctx.search[name] !== undefined);
  return {
    customers: choices.map(({ id, name }) => ({ id, name })),
    customerId: chosen,
    groups,
    group,
    page,
    opened: await openedContact(ctx),
    values: Object.fromEntries(understood.map((name) => [name, String(ctx.search[name])])),
    order: { start: query.iDisplayStart, length: query.iDisplayLength, sort: query.sort, dir: query.dir },
    // Importing users requires permission to view them.
    rights: {
      create: may("new"),
      edit: may("edit"),
      remove: may("remove"),
      sync: may("sync") && permissions.has("viewUser"),
      test: permissions.has("testNoticeChannel"),
    },
    locale: await findCustomerLocale(ctx.db, chosen),
    timeZone: customer.timeZone,
    now: ctx.now.getTime(),
  };
}
