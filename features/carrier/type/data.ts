import "server-only";
import { desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { carrierType } from "@/db/schema";
import { catalogueStore, enabledError, takenError } from "@/lib/resource/catalogue-store";
import { keysOfName, type NameGroup, type Names, seededNames } from "@/lib/resource/seeded-names";
import { numberOfType } from "./rules";
import type { CarrierTypeChoice, CarrierTypeDto, CarrierTypeInput, CarrierTypeListQuery } from "./schema";

type Row = typeof carrierType.$inferSelect;

const NAMES: NameGroup = ["carrier", "type"];

const nameOf = ({ name, base }: Pick<Row, "name" | "base">, names: Names): string => name ?? names[base] ?? base;

/** As `nameOf`, in SQL; the names of the language are passed as one JSON object. */
const nameIn = (names: Names): SQL<string> =>
  sql`coalesce(${carrierType.name}, ${JSON.stringify(names)}::text::jsonb ->> ${carrierType.base})`;

/** The name to store: null if a shipped type has its default name in any language. */
async function storedName(name: string, old: Row | null): Promise<string | null> {
  const keys = await keysOfName(NAMES, name);
  if (old?.isShipped && keys.has(old.base)) return null;
  if (keys.size > 0) throw takenError("name");
  return name;
}

export const carrierTypeStore = catalogueStore<
  typeof carrierType,
  CarrierTypeDto,
  CarrierTypeInput,
  CarrierTypeListQuery
>({
  entity: "carrierType",
  table: carrierType,
  filters: { base: carrierType.base, isEnabled: carrierType.isEnabled },
  async view({ locale }) {
    const names = await seededNames(locale, NAMES);
    return {
      search: [carrierType.code, nameIn(names), carrierType.description],
      sort: {
        code: sql`lower(${carrierType.code})`,
        name: sql`lower(${nameIn(names)})`,
        base: carrierType.base,
        createdAt: carrierType.createdAt,
      },
      toDto: ({ createdAt, ...row }) => ({ ...row, name: nameOf(row, names), createdAt: createdAt.toISOString() }),
    };
  },
  toRow: async (_ctx, values, old) => ({ ...values, name: await storedName(values.name, old) }),
  async assertRemovable(_ctx, { isEnabled }) {
    if (isEnabled) throw enabledError();
  },
  fixed: ["code", "base"],
});

/** Enabled types: the shipped ones by number, then the subtypes by name. */
export async function findCarrierTypes(db: Db, locale: string): Promise<CarrierTypeChoice[]> {
  const names = await seededNames(locale, NAMES);
  const rows = await db
    .select()
    .from(carrierType)
    .where(eq(carrierType.isEnabled, true))
    .orderBy(
      desc(carrierType.isShipped),
      sql`case when ${carrierType.isShipped} then ${carrierType.code} end`,
      sql`lower(${nameIn(names)})`,
    );
  return rows.map(({ id, code, base, ...row }) => ({
    id,
    code,
    name: nameOf({ ...row, base }, names),
    base,
    type: numberOfType(base),
  }));
}
