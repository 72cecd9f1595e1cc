import "server-only";
import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { ScopeType } from "@/db/enums";
import { type Permission, withImplied } from "./permissions";
import { accountScope, type Scope } from "./scope";

/** A signed-in account with what it may do and see, read from the database at every request. */
export type Principal = {
  readonly sessionId: string;
  readonly user: {
    readonly id: number;
    readonly username: string;
    readonly name: string;
    readonly locale: string | null;
  };
  readonly scopeType: ScopeType;
  readonly permissions: ReadonlySet<Permission>;
  readonly scope: Scope;
  /** The customer whose data it works on: the proxy customer for an agent. */
  readonly customer: { readonly id: number; readonly name: string; readonly timeZone: string };
};

type Row = {
  userId: number;
  username: string;
  name: string;
  locale: string | null;
  scopeType: ScopeType;
  ownCustomerId: number;
  proxyCustomerId: number | null;
  customerId: number;
  customerName: string;
  timeZone: string;
  endReason: string | null;
  isLive: boolean;
  codes: string[];
  governed: string[];
  scenes: string[];
};

/**
 * The principal of a session, `"replaced"` if a later login ended it, or null if it is over for another
 * reason: logged out, expired, account, role or customer cancelled. An agent loses a cancelled proxy customer. One query.
 */
export async function findPrincipal(db: Db, sessionId: string): Promise<Principal | "replaced" | null> {
  const rows = await db.execute<Row>(sql`
    select u.id::int as "userId", u.username, u.name, u.locale, r.scope_type as "scopeType",
           u.customer_id::int as "ownCustomerId", proxy.id::int as "proxyCustomerId",
           c.id::int as "customerId", c.name as "customerName", c.time_zone as "timeZone", s.end_reason as "endReason",
           (s.ended_at is null and s.expires_at > now() and u.status = 'active' and r.status = 'active' and own.status = 'active') as "isLive",
           array(select code from role_permission where role_id = r.id) as codes,
           array(select customer_id from user_customer where user_id = u.id) as governed,
           case when r.scope_type = 0 then array(
             with recursive tree as (
               select scene_id as id from user_scene where user_id = u.id
               union select scene.id from scene join tree on scene.parent_id = tree.id
             ) select id from tree) else '{}' end as scenes
      from session s
      join user_account u on u.id = s.user_id
      join role r on r.id = u.role_id
      join customer own on own.id = u.customer_id
      left join customer proxy on proxy.id = s.proxy_customer_id and proxy.status = 'active'
      join customer c on c.id = coalesce(proxy.id, u.customer_id)
     where s.id = ${sessionId}`);
  const row = rows[0];
  if (!row) return null;
  if (!row.isLive) return row.endReason === "replaced" ? "replaced" : null;
  return {
    sessionId,
    user: { id: row.userId, username: row.username, name: row.name, locale: row.locale },
    scopeType: row.scopeType,
    permissions: withImplied(row.codes),
    scope: accountScope({
      scopeType: row.scopeType,
      customerId: row.ownCustomerId,
      proxyCustomerId: row.proxyCustomerId,
      governedCustomerIds: row.governed.map(Number),
      sceneIds: row.scenes.map(Number),
    }),
    customer: { id: row.customerId, name: row.customerName, timeZone: row.timeZone },
  };
}
