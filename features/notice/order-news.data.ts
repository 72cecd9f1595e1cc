import "server-only";
import type { Db } from "@/db/client";
import type { Permission } from "@/lib/auth/permissions";
import type { NewsReader } from "./order-news.rules";
import { countDevices } from "./push/push.data";

type Told = { customerId: number; userIds: readonly number[]; groupId: number | null };

/**
 * The active accounts of these ids, and the people of a contact group, with what the customer's contacts say about their
 * channels.
 */
export async function findNewsReaders(tx: Db, { customerId, userIds, groupId }: Told): Promise<NewsReader[]> {
  const rows = await tx.$client<Omit<NewsReader, "hasDevice">[]>`
    select u.id::int as "userId", null::int as "contactId", coalesce(u.email, '') as email, coalesce(u.mobile, '') as phone,
           (select array_agg(distinct x.channel) from contact k cross join unnest(k.channels) as x(channel)
             where k.user_id = u.id and k.customer_id = ${customerId}) as channels
      from user_account u where u.id = any(${[...userIds]}::bigint[]) and u.status = 'active'
    union all
    select u.id::int, k.id::int, coalesce(u.email, k.email, ''), coalesce(k.phone, u.mobile, ''), k.channels
      from contact k left join user_account u on u.id = k.user_id and u.status = 'active'
     where k.group_id = ${groupId}::bigint and k.customer_id = ${customerId}`;
  const readers: NewsReader[] = [];
  for (const row of rows)
    readers.push({ ...row, hasDevice: row.userId !== null && (await countDevices(tx, row.userId)) > 0 });
  return readers;
}

/** What the customer wants to be told by. */
export async function findWishes(
  tx: Db,
  customerId: number,
): Promise<{ notifyByEmail: boolean; notifyBySms: boolean }> {
  const [row] = await tx.$client<{ notifyByEmail: boolean; notifyBySms: boolean }[]>`
    select notify_by_email as "notifyByEmail", notify_by_sms as "notifyBySms" from customer where id = ${customerId}`;
  return row ?? { notifyByEmail: false, notifyBySms: false };
}

/** Most accounts that are told at once. */
const MOST_READERS = 50;

/** Active accounts of a customer whose role has a permission. */
export async function findPermitted(tx: Db, customerId: number, permission: Permission): Promise<number[]> {
  const rows = await tx.$client<{ id: number }[]>`
    select u.id::int from user_account u join role r on r.id = u.role_id and r.status = 'active'
     where u.customer_id = ${customerId} and u.status = 'active' and r.scope_type = 1
       and exists (select from role_permission p where p.role_id = r.id and p.code = ${permission})
     order by u.id limit ${MOST_READERS}`;
  return rows.map(({ id }) => id);
}
