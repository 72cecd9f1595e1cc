import "server-only";
import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { unit } from "@/db/schema";
import { catalogueStore, takenError } from "@/lib/resource/catalogue-store";
import type { UnitChoice, UnitDto, UnitInput, UnitListQuery } from "./schema";

export const unitStore = catalogueStore<typeof unit, UnitDto, UnitInput, UnitListQuery>({
  entity: "unit",
  table: unit,
  filters: { measure: unit.measure },
  view: () => ({
    search: [unit.code, unit.unit, unit.unitMark, unit.description],
    sort: {
      unitNumber: unit.unitNumber,
      code: sql`lower(${unit.code})`,
      measure: unit.measure,
      unit: unit.unit,
      createdAt: unit.createdAt,
    },
    toDto: ({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }),
  }),
  async toRow({ db }, values, old) {
    await assertNumberFree(db, values.unitNumber, old?.id ?? 0);
    return values;
  },
  assertRemovable: async () => {},
  fixed: ["code", "measure", "unit"],
});

/** The unique index would refuse it too, but without naming the form field. Writers are few and serialised. */
async function assertNumberFree(tx: Db, unitNumber: number, id: number): Promise<void> {
  await tx.execute(sql`lock table ${unit} in share row exclusive mode`);
  const taken = await tx
    .select({ id: unit.id })
    .from(unit)
    .where(and(eq(unit.unitNumber, unitNumber), ne(unit.id, id)));
  if (taken.length > 0) throw takenError("unitNumber");
}

/** All units, ordered by number. */
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
