import "server-only";
import { createTranslator } from "use-intl/core";
import { syncContacts } from "@/features/notice/contact/contact.operations";
import { SYNC } from "@/features/notice/contact/contact.rules";
import { contactGroups } from "@/features/notice/contact/group.operations";
import { grantorOf } from "@/features/role/grantor.service";
import { createDefaultRole, createRole } from "@/features/role/role.operations";
import { fromTemplate, ROLE_TEMPLATES, type RoleTemplate } from "@/features/role/template.rules";
import { createUser } from "@/features/user/user.operations";
import { conflict } from "@/lib/errors";
import { failureOf } from "@/lib/http/error-response";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { log } from "@/lib/log/log";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { transaction } from "@/lib/operation/transaction";
import { insertCustomer } from "./customer.data";
import { assertMayBe } from "./customer.rules";
import type { CustomerDto } from "./customer.schema";
import { findTopSceneIds, markDefaultUser } from "./provisioning.data";
import {
  type AdministratorInput,
  CustomerCreateInput,
  OPENED,
  type OpeningCode,
  type OpeningDto,
  type StepFailure,
} from "./provisioning.schema";
import { applyStatus, deputyOf } from "./status.operations";

/** Runs a step in its own savepoint: if it fails, only its own changes are rolled back. */
async function attempt<C extends OperationContext, T>(
  ctx: C,
  work: (inner: C) => Promise<T>,
): Promise<{ done: T } | { failure: StepFailure }> {
  try {
    return { done: await transaction(ctx.db, (tx: Db) => work({ ...ctx, db: tx, tx })) };
  } catch (error) {
    const { code, message, issues = [] } = failureOf(error);
    if (code === "INTERNAL") log.error({ err: error, requestId: ctx.requestId }, "opening a customer: a step failed");
    return { failure: { error: code, message, issues } };
  }
}

/** Default names in the language of the customer; they can be changed later. */
async function namesFor({ locale }: CustomerDto) {
  const t = createTranslator({ locale, messages: await loadMessages(locale) });
  const say = t as unknown as (key: string) => string;
  return {
    role: say("customer.opening.defaultRole"),
    group: say("customer.opening.contactGroup"),
    template: (template: RoleTemplate) => say(`role.template.name.${template}`),
  };
}
type Names = Awaited<ReturnType<typeof namesFor>>;

/**
 * Creates the default role, which its holder cannot grant, and for a customer one role from each template, so that
 * there is one for the next user. The roles of customer use cover the whole organisation. Returns the default role.
 */
async function openRoles(ctx: OperationContext, customer: CustomerDto, names: Names) {
  const role = await createDefaultRole.call(ctx, { customerId: customer.id, name: names.role });
  if (customer.type !== "customer") return role;
  const sceneIds = await findTopSceneIds(ctx.db, customer.id);
  const { held } = grantorOf(ctx);
  for (const template of ROLE_TEMPLATES) {
    const { scopeType, codes } = fromTemplate(template, held);
    if (codes.length === 0) continue;
    const name = names.template(template);
    await createRole.call(ctx, { customerId: customer.id, name, scopeType, codes, sceneIds });
  }
  return role;
}

/** Creates the first account, with the default role; it cannot be deleted. */
async function openAccount(ctx: OperationContext, customer: CustomerDto, roleId: number, person: AdministratorInput) {
  const made = await createUser.call(ctx, { ...person, customerId: customer.id, roleId, status: "active" });
  await markDefaultUser(ctx.db, made.user.id);
  return made;
}

/** Creates the contact group with the first user, so that they are notified of alarms. */
async function openContacts(ctx: OperationContext, customer: CustomerDto, name: string, userId: number): Promise<void> {
  const group = await contactGroups.create.call(ctx, { customerId: customer.id, name });
  const { items } = await syncContacts.call(ctx, { userIds: [userId], groupId: group.id, level: 1 });
  if (items.some(({ code }) => code !== SYNC.succeeded))
    throw conflict("administrator", "contactSync", "the account could not be made a contact");
}

type Opened = Omit<OpeningDto, "customer">;

const stopped = (code: OpeningCode, failure: StepFailure, password?: string): Opened => ({
  code,
  failure,
  ...(password !== undefined && { password }),
});

/** Creates roles, first user and contact in this order, and stops at the first failure. */
async function open(
  ctx: OperationContext,
  customer: CustomerDto,
  person: AdministratorInput | undefined,
): Promise<Opened> {
  const names = await namesFor(customer);
  const role = await attempt(ctx, (inner) => openRoles(inner, customer, names));
  if ("failure" in role) return stopped(OPENED.roleFailed, role.failure);
  if (!person) return { code: OPENED.all };
  const user = await attempt(ctx, (inner) => openAccount(inner, customer, role.done.id, person));
  if ("failure" in user) return stopped(OPENED.userFailed, user.failure);
  const { password } = user.done;
  const contact = await attempt(ctx, (inner) => openContacts(inner, customer, names.group, user.done.user.id));
  return "failure" in contact
    ? stopped(OPENED.contactFailed, contact.failure, password)
    : { code: OPENED.all, password };
}

/**
 * Creates a customer with the top of its organisation tree, then its roles, its first user and the contact of that
 * user. The customer is created even if a later step fails; `code` gives the last successful one.
 */
export const createCustomer = defineOperation({
  name: "customer.create",
  kind: "mutation",
  permission: "newCustomer",
  input: CustomerCreateInput,
  async run(ctx, { administrator, ...input }): Promise<OpeningDto> {
    const values = { ...input, locale: input.locale ?? toLocale(ctx.locale) ?? DEFAULT_LOCALE };
    assertMayBe(values, deputyOf(ctx));
    // Active during provisioning, because a cancelled customer accepts no new rows.
    const customer = await insertCustomer(ctx.tx, { ...values, status: "active" });
    const opened = await open(ctx, customer, administrator);
    if (values.status === "cancelled") await applyStatus(ctx, "customer.create", customer.id, "cancelled");
    const made = { ...customer, status: values.status };
    ctx.audit({ customerId: customer.id, new: { ...made, opened: opened.code } });
    return { ...opened, customer: made };
  },
  audit: { entity: "customer", id: ({ customer }) => customer.id },
});
