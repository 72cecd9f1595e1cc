import "server-only";
import type { Db } from "@/db/client";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { containsPattern } from "@/lib/resource/list-query";
import { COUNT_LIMIT, type LogPage } from "@/lib/resource/log-page";
import type { LoginLogDto, LoginLogListQuery } from "./audit.schema";

/** Instants in epoch ms. */
type Row = Omit<LoginLogDto, "at" | "endedAt"> & { at: number; endedAt: number | null };

/**
 * Logins are the sessions, however they were opened; refusals are in the audit trail. An account belongs to one
 * customer; an attempt with an unknown name is recorded at the platform.
 */
export async function findLoginLog(
  db: Db,
  scope: Scope,
  query: LoginLogListQuery,
  reach: Date,
): Promise<LogPage<LoginLogDto>> {
  const { customerIds, sceneIds } = scopeArrays(scope);
  const { q, customerId, from, to, kind, address } = query;
  const client = db.$client;
  const since = (from ? new Date(from) : reach).toISOString();
  const entries = client`
    select 's' || s.id as key, 'login' as kind, s.created_at as at, u.customer_id, u.username, u.name, s.address,
           s.user_agent as device, coalesce(s.ended_at, case when s.expires_at <= now() then s.expires_at end) as ended_at,
           coalesce(s.end_reason, case when s.ended_at is null and s.expires_at <= now() then 'expired' end) as end_reason,
           null as reason
      from session s join user_account u on u.id = s.user_id
     where s.created_at >= ${since}
    union all
    select 'a' || a.id, 'refused', a.at, a.customer_id, coalesce(u.username, a.entity_id), coalesce(u.name, ''), a.address,
           '', null, null, a.reason
      from audit a
      left join user_account u on a.entity = 'user' and u.id::text = a.entity_id
     where a.at >= ${since} and a.operation like 'session.%' and a.operation like '%.refused'`;
  const pattern = q ? containsPattern(q) : null;
  const where = client`
     where (${customerIds}::bigint[] is null or e.customer_id = any(${customerIds}::bigint[])) and ${sceneIds}::bigint[] is null
       and (${customerId ?? null}::bigint is null or e.customer_id = ${customerId ?? null})
       and (${to ?? null}::timestamptz is null or e.at < ${to ?? null})
       and (${kind ?? null}::text is null or e.kind = ${kind ?? null})
       and (${pattern}::text is null or e.username ilike ${pattern} or e.name ilike ${pattern})
       and (${address ? containsPattern(address) : null}::text is null or e.address ilike ${address ? containsPattern(address) : null})`;
  const rows = await client<Row[]>`
    select e.key, e.kind, (extract(epoch from e.at) * 1000)::float8 as at, e.customer_id::int as "customerId", coalesce(c.name, '#' || e.customer_id) as "customerName",
           e.username, e.name, e.address, e.device, (extract(epoch from e.ended_at) * 1000)::float8 as "endedAt", e.end_reason as "endReason", e.reason
      from (${entries}) e left join customer c on c.id = e.customer_id ${where}
     order by e.at desc, e.key desc limit ${query.iDisplayLength} offset ${query.iDisplayStart}`;
  const [counted] = await client<{ total: number }[]>`
    select count(*)::int as total from (select 1 from (${entries}) e ${where} limit ${COUNT_LIMIT + 1}) counted`;
  const total = counted?.total ?? 0;
  const items = rows.map(({ at, endedAt, ...row }) => ({
    ...row,
    at: new Date(at).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
  }));
  return { items, total: Math.min(total, COUNT_LIMIT), isCapped: total > COUNT_LIMIT };
}
