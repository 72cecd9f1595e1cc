import "server-only";
import { and, inArray, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type postgres from "postgres";
import type { Sql } from "@/db/client";
import { CARRIER_TYPES, type CarrierType, DEVICE_KINDS, type DeviceKind } from "@/db/enums";
import { holds, type OperationContext } from "@/lib/operation/context";
import type { Scope } from "./scope";
import { inScope, scopeArrays } from "./scope-filter";
import { CARRIER_SUBJECT, DEVICE_SUBJECT } from "./subjects";

/** Which carriers and devices a user may see: by scope and by types and kinds. The names of others are redacted. */
export type Visibility = { scope: Scope; types: readonly CarrierType[]; kinds: readonly DeviceKind[] };

/** The actor's visibility. */
export const visibilityOf = (ctx: OperationContext): Visibility => ({
  scope: ctx.scope,
  types: CARRIER_TYPES.filter((type) => holds(ctx, `view${CARRIER_SUBJECT[type]}`)),
  kinds: DEVICE_KINDS.filter((kind) => holds(ctx, `view${DEVICE_SUBJECT[kind]}`)),
});

type What = "carrier" | "device";
type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** SQL condition: the carrier or device of this alias is visible. */
export function isVisible(sql: Sql, { scope, types, kinds }: Visibility, what: What, alias: string): Fragment {
  const { customerIds, sceneIds } = scopeArrays(scope);
  const row = sql(alias);
  const member = what === "carrier" ? sql`${row}.type = any(${[...types]})` : sql`${row}.kind = any(${[...kinds]})`;
  return sql`(${member}
    ${customerIds ? sql`and ${row}.customer_id = any(${customerIds}::bigint[])` : sql``}
    ${sceneIds ? sql`and ${row}.scene_id = any(${sceneIds}::bigint[])` : sql``})`;
}

/** SQL expression: the name, or another text column, of the carrier or device of this alias; null if not visible. */
export const visibleName = (sql: Sql, visibility: Visibility, what: What, alias: string, column = "name"): Fragment =>
  sql`case when ${isVisible(sql, visibility, what, alias)} then ${sql(`${alias}.${column}`)} end`;

/** SQL expression: that carrier or device as JSON in the shape of `VisibleRef`. */
export const visibleRef = (sql: Sql, visibility: Visibility, what: What, alias: string): Fragment =>
  sql`json_build_object('id', ${sql(alias)}.id, 'name', ${visibleName(sql, visibility, what, alias)})`;

type Placed = { customerId: PgColumn; sceneId: PgColumn };
const placed = ({ customerId, sceneId }: Placed) => ({ customerId, sceneId });

/** The `where` condition that restricts a query to visible carriers. */
export const visibleCarriers = ({ scope, types }: Visibility, table: Placed & { type: PgColumn }): SQL | undefined =>
  and(inArray(table.type, [...types]), inScope(scope, placed(table)));

/** The same for devices. */
export const visibleDevices = ({ scope, kinds }: Visibility, table: Placed & { kind: PgColumn }): SQL | undefined =>
  and(inArray(table.kind, [...kinds]), inScope(scope, placed(table)));

/**
 * SQL condition: the lot of this alias is visible. A lot follows the carriers that it is or was in: an account of a
 * sub-tree sees those that were ever in a carrier of its nodes. A lot that was never placed is in no node, so only
 * accounts of the whole customer see it.
 */
export function isLotVisible(sql: Sql, scope: Scope, alias = "l"): Fragment {
  const { customerIds, sceneIds } = scopeArrays(scope);
  return sql`(${customerIds ? sql`${sql(alias)}.customer_id = any(${customerIds}::bigint[])` : sql`true`}
    ${
      sceneIds
        ? sql`and exists (select from lot_placement v join carrier vc on vc.id = v.carrier_id
                           where v.lot_id = ${sql(alias)}.id and vc.scene_id = any(${sceneIds}::bigint[]))`
        : sql``
    })`;
}
