import "server-only";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { noticeCode } from "@/db/schema";

type Holder = { customerId: number; contactId: number; phone: string };

/** Whether a provider is registered through which replies can arrive. */
export async function hasProvider(db: Db): Promise<boolean> {
  const rows = await db.$client`select from reply_provider where is_enabled limit 1`;
  return rows.length > 0;
}

/** Returns the contact's code for exactly these alarms and extends it to `expiresAt`; null if there is none. */
export async function renewCode(
  db: Db,
  { contactId, phone }: Holder,
  exceptionIds: readonly number[],
  expiresAt: Date,
): Promise<string | null> {
  const [row] = await db.$client<{ code: string }[]>`
    update notice_code set expires_at = greatest(expires_at, ${expiresAt.toISOString()}::timestamptz)
     where contact_id = ${contactId} and phone = ${phone} and expires_at > now()
       and exception_ids = ${exceptionIds as number[]}::bigint[]
    returning code`;
  return row?.code ?? null;
}

/** Stores a code for these alarms. Returns false if the code is in use for other alarms at this phone number. */
export async function insertCode(
  db: Db,
  { customerId, contactId, phone }: Holder,
  code: string,
  exceptionIds: readonly number[],
  expiresAt: Date,
): Promise<boolean> {
  const { count } = await db.$client`
    insert into notice_code (customer_id, contact_id, phone, code, exception_ids, expires_at)
    values (${customerId}, ${contactId}, ${phone}, ${code}, ${exceptionIds as number[]}::bigint[], ${expiresAt.toISOString()}::timestamptz)
    on conflict (phone, code) do update
       set customer_id = excluded.customer_id, contact_id = excluded.contact_id, exception_ids = excluded.exception_ids,
           created_at = now(), expires_at = excluded.expires_at
     where notice_code.expires_at <= now()`;
  return count > 0;
}

export async function removeCodes(tx: Db, contactId: number): Promise<void> {
  await tx.delete(noticeCode).where(eq(noticeCode.contactId, contactId));
}

const ROWS = 10_000;

/** Deletes expired codes and returns their number. */
export async function removeExpiredCodes(db: Db, now: Date): Promise<number> {
  const { count } = await db.$client`
    delete from notice_code where id = any(array(
      select id from notice_code where expires_at <= ${now.toISOString()}::timestamptz order by expires_at limit ${ROWS}))`;
  return count;
}
