import "server-only";
import { createTranslator } from "use-intl/core";
import { syncContacts } from "@/features/notice/contact/contact.operations";
import { SYNC } from "@/features/notice/contact/contact.rules";
import { contactGroups } from "@/features/notice/contact/group.operations";
import { createDefaultRole } from "@/features/role/role.operations";
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
import { markDefaultUser } from "./provisioning.data";
import {
  type AdministratorInput,
  CustomerCreateInput,
  OPENED,
  type OpeningCode,
  type OpeningDto,
  type StepFailure,
} from "./provisioning.schema";
import { applyStatus, deputyOf } from "./status.operations";

/** A step of its own: what it wrote is undone when it fails, and nothing before it. */
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

/** What is named in the language of whoever opens the customer; anybody may rename it later. */
async function namesFor({ locale: wanted }: OperationContext) {
  const locale = toLocale(wanted) ?? DEFAULT_LOCALE;
  const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: "customer.opening" });
  const say = t as unknown as (key: string) => string;
  return { role: say("defaultRole"), group: say("contactGroup") };
}

/** The first account, with the default role; it cannot be deleted. */
async function openAccount(ctx: OperationContext, customer: CustomerDto, roleId: number, person: AdministratorInput) {
  const made = await createUser.call(ctx, { ...person, customerId: customer.id, roleId, status: "active" });
  await markDefaultUser(ctx.db, made.user.id);
  return made;
}

/** Whoever runs the customer is told of its alarms. */
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

/** Default role, first user, contact, one after the other as far as it goes. */
async function open(
  ctx: OperationContext,
  customer: CustomerDto,
  person: AdministratorInput | undefined,
): Promise<Opened> {
  const names = await namesFor(ctx);
  const role = await attempt(ctx, (inner) =>
    createDefaultRole.call(inner, { customerId: customer.id, name: names.role }),
  );
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
 * A new customer with the top of its organisation tree, and then its default role, its first user and that one among
 * its contacts. The customer stays, however far the rest came; `code` says how far.
 */
export const createCustomer = defineOperation({
  name: "customer.create",
  kind: "mutation",
  permission: "newCustomer",
  input: CustomerCreateInput,
  async run(ctx, { administrator, ...values }): Promise<OpeningDto> {
    assertMayBe(values, deputyOf(ctx));
    // Open while it is furnished: nothing can be made below a cancelled customer.
    const customer = await insertCustomer(ctx.tx, { ...values, status: "active" });
    const opened = await open(ctx, customer, administrator);
    if (values.status === "cancelled") await applyStatus(ctx, "customer.create", customer.id, "cancelled");
    const made = { ...customer, status: values.status };
    ctx.audit({ customerId: customer.id, new: { ...made, opened: opened.code } });
    return { ...opened, customer: made };
  },
  audit: { entity: "customer", id: ({ customer }) => customer.id },
});
