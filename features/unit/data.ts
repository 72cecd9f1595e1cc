import "server-only";
import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { unit } from "@/db/schema";
import { AppError } from "@/lib/errors";
import { catalogueStore } from "@/lib/resource/catalogue-store";
import type { UnitChoice, UnitDto, UnitInput, UnitListQuery } from "./schema";

/** Units have no names: what they are called is their symbol. */
const noNames = async () => ({});

export const unitStore = catalogueStore<typeof unit, UnitDto, UnitInput, UnitListQuery>({
  entity: "unit",
  table: unit,
  names: noNames,
  search: () => [unit.code, unit.unit, unit.unitMark, unit.description],
  sort: () => ({
    unitNumber: unit.unitNumber,
    code: sql`lower(${unit.code})`,
    measure: unit.measure,
    unit: unit.unit,
    createdAt: unit.createdAt,
  }),
  filters: { measure: unit.measure },
  toDto: ({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }),
  async toRow(tx, values, old) {
    await assertNumberFree(tx, values.unitNumber, old?.id ?? 0);
    return values;
  },
  assertRemovable: async () => {},
  fixed: ["code", "measure", "unit"],
});

/** The index would say so as well, but not which field of the form it is. Writers are few and come one by one. */
async function assertNumberFree(tx: Db, unitNumber: number, id: number): Promise<void> {
  await tx.execute(sql`lock table ${unit} in share row exclusive mode`);
  const taken = await tx
    .select({ id: unit.id })
    .from(unit)
    .where(and(eq(unit.unitNumber, unitNumber), ne(unit.id, id)));
  if (taken.length === 0) return;
  const issue = { path: "unitNumber", rule: "unique", message: "already exists" };
  throw new AppError("CONFLICT", "unitNumber: already exists", { issues: [issue] });
}

/** All of them, in the order of their numbers. */
export const findUnits = (db: Db): Promise<UnitChoice[]> =>
  db
    .select({
      id: unit.id,
      code: unit.code,
      measure: unit.measure,
      unit: unit.unit,
      unitMark: unit.unitMark,
      unitNumber: unit.unitNumber,
      description: unit.description,
    })
    .from(unit)
    .orderBy(asc(unit.unitNumber));
