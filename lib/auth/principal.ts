import "server-only";
import type { Db } from "@/db/client";
import type { HomeStyle, ScopeType, TemperatureUnit } from "@/db/enums";
import { grantable, type Permission, withImplied } from "./permissions";
import { accountScope, noScope, type Scope } from "./scope";

/** Id of the platform's first account, the only Root. */
export const ROOT_USER_ID = 1;
/** The parameter that requires a second factor of every account: `true` or `false`. */
export const SECOND_FACTOR_PARAMETER = "session.secondFactorRequired";

/** A logged-in account with its permissions and scope, read from the database for every request. */
export type Principal = {
  readonly sessionId: string;
  readonly user: {
    readonly id: number;
    readonly username: string;
    readonly name: string;
    readonly locale: string | null;
    readonly avatarId: string | null;
    readonly homeStyle: HomeStyle;
    readonly isGuideOn: boolean;
  };
  readonly roleId: number;
  readonly isRoot: boolean;
  /** Until the password is changed, the session has no permissions and no scope. */
  readonly mustChangePassword: boolean;
  /** The same until a second factor is set up, if the installation requires one. */
  readonly mustSetUpSecondFactor: boolean;
  readonly scopeType: ScopeType;
  /** The customer that the account belongs to. */
  readonly ownCustomerId: number;
  /** The customers that an agent may switch to, or that the account governs. */
  readonly governedCustomerIds: readonly number[];
  readonly permissions: ReadonlySet<Permission>;
  readonly scope: Scope;
  /** The customer whose data it works on: the proxy customer for an agent. */
  readonly customer: {
    readonly id: number;
    readonly name: string;
    readonly locale: string;
    readonly timeZone: string;
    readonly temperatureUnit: TemperatureUnit;
  };
};

type Row = {
  userId: number;
  username: string;
  name: string;
  locale: string | null;
  avatarId: string | null;
  homeStyle: HomeStyle;
  isGuideOn: boolean;
  mustChangePassword: boolean;
  mustSetUpSecondFactor: boolean;
  roleId: number;
  scopeType: ScopeType;
  ownCustomerId: number;
  proxyCustomerId: number | null;
  customerId: number;
  customerName: string;
  customerLocale: string;
  timeZone: string;
  temperatureUnit: TemperatureUnit;
  endReason: string | null;
  isLive: boolean;
  codes: string[];
  governed: string[];
  scenes: string[];
};

/**
 * Returns the principal of a session, `"replaced"` if a later login ended it, or null if it ended for another reason:
 * logged out, expired, account, role or customer cancelled. An agent loses a proxy customer that was cancelled or
 * taken from it. One query.
 */
export async function findPrincipal(db: Db, sessionId: string): Promise<Principal | "replaced" | null> {
  // The driver's own client prepares the statement: planning it takes longer than running it.
  const [row] = await db.$client<Row[]>`
    select u.id::int as "userId", u.username, u.name, u.locale, u.avatar_id as "avatarId",
           u.home_style as "homeStyle", u.is_guide_on as "isGuideOn",
           -- Password and second factor are the provider's business where it vouched for the person.
           u.must_change_password and not s.is_single_sign_on as "mustChangePassword",
           not s.is_single_sign_on and u.totp_confirmed_at is null and exists (
             select from parameter where customer_id is null and code = ${SECOND_FACTOR_PARAMETER} and content = 'true'
           ) as "mustSetUpSecondFactor",
           r.id::int as "roleId", r.scope_type as "scopeType",
           u.customer_id::int as "ownCustomerId", proxy.id::int as "proxyCustomerId",
           c.id::int as "customerId", c.name as "customerName", c.locale as "customerLocale", c.time_zone as "timeZone",
           c.temperature_unit as "temperatureUnit", s.end_reason as "endReason",
           (s.ended_at is null and s.expires_at > now() and u.status = 'active' and r.status = 'active' and own.status = 'active') as "isLive",
           array(select code from role_permission where role_id = r.id) as codes,
           named.governed,
           case when r.scope_type = 0 then array(
             with recursive tree as (
               (select scene_id as id from user_scene where user_id = u.id
                union all
                select scene_id from role_scene where role_id = r.id
                   and not exists (select from user_scene where user_id = u.id))
               union select scene.id from scene join tree on scene.parent_id = tree.id
             ) select id from tree) else '{}' end as scenes
      from session s
      join user_account u on u.id = s.user_id
      join role r on r.id = u.role_id
      join customer own on own.id = u.customer_id
      -- What the account names of its own narrows what its role names.
      cross join lateral (select array(
        select customer_id from user_customer where user_id = u.id
        union all
        select customer_id from role_customer where role_id = r.id
           and not exists (select from user_customer where user_id = u.id)) as governed) named
      left join customer proxy on proxy.id = s.proxy_customer_id and proxy.status = 'active'
                              and (r.scope_type <> -1 or proxy.id = any(named.governed))
      join customer c on c.id = coalesce(proxy.id, u.customer_id)
     where s.id = ${sessionId}`;
  if (!row) return null;
  if (!row.isLive) return row.endReason === "replaced" ? "replaced" : null;
  const { scopeType, mustChangePassword, mustSetUpSecondFactor } = row;
  const isHeldBack = mustChangePassword || mustSetUpSecondFactor;
  const isRoot = row.userId === ROOT_USER_ID;
  const governedCustomerIds = row.governed.map(Number);
  return {
    sessionId,
    user: {
      id: row.userId,
      username: row.username,
      name: row.name,
      locale: row.locale,
      avatarId: row.avatarId,
      homeStyle: row.homeStyle,
      isGuideOn: row.isGuideOn,
    },
    roleId: row.roleId,
    isRoot,
    mustChangePassword,
    mustSetUpSecondFactor,
    scopeType,
    ownCustomerId: row.ownCustomerId,
    governedCustomerIds,
    permissions: isHeldBack ? new Set() : reachable(withImplied(row.codes), scopeType, isRoot),
    scope: isHeldBack
      ? noScope()
      : accountScope({
          scopeType,
          customerId: row.ownCustomerId,
          proxyCustomerId: row.proxyCustomerId,
          governedCustomerIds,
          sceneIds: row.scenes.map(Number),
        }),
    customer: {
      id: row.customerId,
      name: row.customerName,
      locale: row.customerLocale,
      timeZone: row.timeZone,
      temperatureUnit: row.temperatureUnit,
    },
  };
}

/** The codes within the access level of the account: a role cannot raise an account above its level. */
function reachable(codes: ReadonlySet<Permission>, scopeType: ScopeType, isRoot: boolean): ReadonlySet<Permission> {
  return new Set(grantable(scopeType, isRoot).filter((code) => codes.has(code)));
}
