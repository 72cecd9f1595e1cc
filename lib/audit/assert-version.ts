import "server-only";
import { and, asc, eq, gt } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { audit, userAccount } from "@/db/schema";
import { AppError, type FieldChange, notFound } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { VERSIONED } from "./versioned";

type Saved = { entity: string; id: number; version: number | undefined };
type Dto = Readonly<Record<string, unknown>>;

/** Fields that the audit trail names otherwise than the call. */
const NAMED: Readonly<Record<string, string>> = { places: "targets", recordTimes: "times" };

/** The field of a record that the audit trail has as `name`: `group` is `groupId`, `carriers` are `carrierIds`. */
const fieldIn = (record: Dto, name: string): string | undefined =>
  [name, NAMED[name] ?? name, `${name}Id`, `${name.replace(/s$/, "")}Ids`].find((field) => field in record);

/**
 * Refuses to save a record from another version than the present one, and locks it. `read` returns the record as the
 * caller may see it and its update takes it, and throws if they may not. Throws RECORD_CHANGED with the present version
 * and the fields that differ. Without a version the last write wins.
 */
export async function assertVersion(
  ctx: OperationContext,
  { entity, id, version }: Saved,
  read: () => Promise<object>,
): Promise<void> {
  if (version === undefined) return;
  const versioned = VERSIONED[entity];
  if (!versioned) throw new Error(`${entity} has no versions`);
  const { table, key } = versioned;
  await read();
  const [row] = await ctx.db
    .select({ version: table.version })
    .from(table as PgTable)
    .where(eq(key, id))
    .for("no key update");
  if (!row) throw notFound(entity, id);
  if (row.version === version) return;
  const changes = await changesSince(ctx, { entity, id, version }, (await read()) as Dto);
  const message = `somebody changed it: it is version ${row.version}, not ${version}`;
  throw new AppError("RECORD_CHANGED", message, { version: row.version as number, changes });
}

/** The fields of the record that differ from an earlier version, by the audit trail. */
async function changesSince({ db }: OperationContext, { entity, id, version = 0 }: Saved, record: Dto) {
  const rows = await db
    .select({ row: audit, name: userAccount.name })
    .from(audit)
    .leftJoin(userAccount, and(eq(audit.actorType, "user"), eq(userAccount.id, audit.actorId)))
    .where(and(eq(audit.entity, entity), eq(audit.entityId, String(id)), gt(audit.version, version)))
    .orderBy(asc(audit.id));
  const before = new Map<string, unknown>();
  const after = new Map<string, Omit<FieldChange, "value" | "text"> & { stored: unknown }>();
  for (const { row, name } of rows) {
    const by = row.actorType === "system" ? null : (name ?? row.actorName);
    for (const [field, stored] of Object.entries(row.newValues ?? {})) {
      if (!before.has(field)) before.set(field, row.oldValues?.[field] ?? null);
      after.set(field, { field, by, at: row.at.toISOString(), stored });
    }
  }
  const isChanged = (field: string, stored: unknown) => JSON.stringify(stored) !== JSON.stringify(before.get(field));
  return [...after.values()].flatMap(({ stored, ...change }): FieldChange[] => {
    const field = fieldIn(record, change.field);
    if (!field || !isChanged(change.field, stored)) return [];
    // By convention `sceneName` names what `sceneId` refers to, and `sceneNames` what `sceneIds` do.
    const text = /Ids?$/.test(field) ? record[field.replace(/Id(s?)$/, "Name$1")] : undefined;
    return [{ ...change, field, value: record[field], ...(typeof text === "string" && { text }) }];
  });
}
