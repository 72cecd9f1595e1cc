import "server-only";
import { and, asc, count, desc, eq, ilike, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { contact, contactGroup, customer } from "@/db/schema";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import { covers, type Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import type { Store } from "@/lib/resource/crud";
import { containsPattern } from "@/lib/resource/list-query";
import { resolveWriteTarget } from "@/lib/resource/table-store";
import { type CustomerChoice, holdsPeople, inUse } from "./group.rules";
import type { ContactGroupDto, ContactGroupInput, ContactGroupListQuery } from "./group.schema";

const COLUMNS = {
  id: contactGroup.id,
  customerId: contactGroup.customerId,
  name: contactGroup.name,
  createdAt: contactGroup.createdAt,
  version: contactGroup.version,
  contactCount: sql<number>`(select count(*)::int from ${contact} where ${contact.groupId} = ${contactGroup}.id)`,
  triggers: sql<
    string[]
  >`array(select distinct coalesce(t.name, '') from notification_plan_row r left join alarm_trigger t on t.id = r.trigger_id
    where r.contact_group_id = ${contactGroup}.id order by 1)`,
};

type Row = Omit<ContactGroupDto, "createdAt"> & { createdAt: Date };

const dtoOf = ({ createdAt, ...row }: Row): ContactGroupDto => ({ ...row, createdAt: createdAt.toISOString() });

const visible = (scope: Scope) => inScope(scope, { customerId: contactGroup.customerId });

async function get(db: Db, scope: Scope, id: number): Promise<ContactGroupDto> {
  const [row] = await db
    .select(COLUMNS)
    .from(contactGroup)
    .where(and(eq(contactGroup.id, id), visible(scope)));
  if (!row) throw notFound("contact group", id);
  return dtoOf(row);
}

/** Reads and locks the group. Until the transaction ends no contact can be added and no plan can reference it. */
async function locked(tx: Db, scope: Scope, id: number): Promise<ContactGroupDto> {
  await tx.select({ id: contactGroup.id }).from(contactGroup).where(eq(contactGroup.id, id)).for("update");
  return get(tx, scope, id);
}

export const contactGroupStore: Store<ContactGroupDto, ContactGroupInput, ContactGroupListQuery> = {
  entity: "contactGroup",
  customerOf: ({ customerId }) => customerId,
  async find({ db, scope }, query) {
    const where = and(
      visible(scope),
      query.q ? ilike(contactGroup.name, containsPattern(query.q)) : undefined,
      query.customerId ? eq(contactGroup.customerId, query.customerId) : undefined,
    );
    const key = query.sort === "name" ? sql`lower(${contactGroup.name})` : contactGroup.createdAt;
    const rows = await db
      .select(COLUMNS)
      .from(contactGroup)
      .where(where)
      .orderBy((query.dir === "asc" ? asc : desc)(key), asc(contactGroup.id))
      .limit(query.iDisplayLength)
      .offset(query.iDisplayStart);
    const [counted] = await db.select({ total: count() }).from(contactGroup).where(where);
    return { items: rows.map(dtoOf), total: counted?.total ?? 0 };
  },
  get: ({ db, scope }, id) => get(db, scope, id),
  async insert(ctx, { customerId, name }) {
    const values = { ...resolveWriteTarget(ctx, { customerId }), name };
    const { db, scope } = ctx;
    await lockActiveCustomer(db, values.customerId);
    const [row] = await db.insert(contactGroup).values(values).returning({ id: contactGroup.id });
    return get(db, scope, row?.id as number);
  },
  async lockTarget({ db, scope }, id, { customerId }) {
    if (customerId === undefined || customerId === (await get(db, scope, id)).customerId) return;
    if (!covers(scope, { customerId })) throw notFound("customer", customerId);
    await lockActiveCustomer(db, customerId);
  },
  async update({ db, scope }, id, { customerId, name }) {
    const old = await locked(db, scope, id);
    const isMoved = customerId !== undefined && customerId !== old.customerId;
    if (isMoved) {
      if (old.triggers.length > 0) throw inUse("customerId", old.triggers);
      if (old.contactCount > 0) throw holdsPeople("customerId", old.contactCount);
    }
    await db
      .update(contactGroup)
      .set({ name, ...(isMoved && { customerId }) })
      .where(eq(contactGroup.id, id));
    return { old, new: await get(db, scope, id) };
  },
  /** Deletes the group with its contacts; the client has confirmed this. A group that a plan notifies is refused. */
  async remove({ db, scope }, id) {
    const old = await locked(db, scope, id);
    if (old.triggers.length > 0) throw inUse("id", old.triggers);
    await db.delete(contactGroup).where(eq(contactGroup.id, id));
    return old;
  },
};

/** The contacts of a group as recorded in the audit trail. */
export async function findPeople(db: Db, scope: Scope, groupId: number) {
  const { id, name, level, phone, email, channels } = contact;
  return db
    .select({ id, name, level, phone, email, channels })
    .from(contact)
    .where(and(eq(contact.groupId, groupId), inScope(scope, { customerId: contact.customerId })))
    .orderBy(asc(contact.level), asc(contact.id));
}

/** The limit of a native select that stays usable. */
const MAXIMUM_CHOICES = 500;

/** The customers whose contacts the account may manage, by name. `hasGroups` says which of them have groups. */
export async function findCustomerChoices(db: Db, scope: Scope): Promise<CustomerChoice[]> {
  return db
    .select({
      id: customer.id,
      name: customer.name,
      hasGroups: sql<boolean>`exists (select from ${contactGroup} where ${contactGroup.customerId} = ${customer}.id)`,
    })
    .from(customer)
    .where(inScope(scope, { customerId: customer.id }))
    .orderBy(sql`lower(${customer.name})`)
    .limit(MAXIMUM_CHOICES);
}
