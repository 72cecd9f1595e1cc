import "server-only";
import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { zonePreset } from "@/db/schema";
import { GOODS } from "@/features/carrier/carrier.rules";
import { catalogueStore, enabledError, takenError } from "@/lib/resource/catalogue-store";
import { keysOfName, type NameGroup, type Names, seededNames } from "@/lib/resource/seeded-names";
import { goodsOf, isWeakPreset } from "./rules";
import type { ZonePresetChoice, ZonePresetDto, ZonePresetInput, ZonePresetListQuery } from "./schema";

type Row = typeof zonePreset.$inferSelect;

const NAMES: NameGroup = ["zonePreset", "name"];

const nameOf = ({ name, code }: Pick<Row, "name" | "code">, names: Names): string => name ?? names[code] ?? code;

/** As `nameOf`, in SQL; the names of the language are passed as one JSON object. */
const nameIn = (names: Names): SQL<string> =>
  sql`coalesce(${zonePreset.name}, ${JSON.stringify(names)}::text::jsonb ->> ${zonePreset.code}, ${zonePreset.code})`;

/** The name to store: null if a shipped preset has its default name in any language. */
async function storedName(name: string, old: Row | null): Promise<string | null> {
  const keys = await keysOfName(NAMES, name);
  if (old?.isShipped && keys.has(old.code)) return null;
  if (keys.size > 0) throw takenError("name");
  return name;
}

export const zonePresetStore = catalogueStore<typeof zonePreset, ZonePresetDto, ZonePresetInput, ZonePresetListQuery>({
  entity: "zonePreset",
  table: zonePreset,
  filters: { measure: zonePreset.measure, isEnabled: zonePreset.isEnabled },
  async view({ locale }) {
    const names = await seededNames(locale, NAMES);
    return {
      search: [zonePreset.code, nameIn(names), zonePreset.source, zonePreset.description],
      sort: {
        source: sql`lower(${zonePreset.source})`,
        name: sql`lower(${nameIn(names)})`,
        code: sql`lower(${zonePreset.code})`,
        measure: zonePreset.measure,
        createdAt: zonePreset.createdAt,
      },
      toDto: ({ createdAt, ...row }) => ({
        ...row,
        name: nameOf(row, names),
        isWeak: row.isShipped && isWeakPreset(row.code),
        createdAt: createdAt.toISOString(),
      }),
    };
  },
  toRow: async (_ctx, values, old) => ({ ...values, name: await storedName(values.name, old) }),
  async assertRemovable(_ctx, { isEnabled }) {
    if (isEnabled) throw enabledError();
  },
  fixed: ["code", "source", "measure", "minimum", "maximum"],
});

const placeOf = ({ goods }: ZonePresetChoice): number => (goods === null ? -1 : GOODS.indexOf(goods));

/** Enabled presets: general ones, then by goods; each by standard and then in shipped order. */
export async function findPresets(db: Db, locale: string): Promise<ZonePresetChoice[]> {
  const names = await seededNames(locale, NAMES);
  const rows = await db
    .select()
    .from(zonePreset)
    .where(eq(zonePreset.isEnabled, true))
    .orderBy(asc(sql`${zonePreset.source} = ''`), asc(sql`lower(${zonePreset.source})`), asc(zonePreset.id));
  const choices = rows.map(({ isEnabled: _, isShipped, createdAt: __, ...row }) => ({
    ...row,
    name: nameOf(row, names),
    isWeak: isShipped && isWeakPreset(row.code),
    goods: isShipped ? goodsOf(row.code) : null,
  }));
  return choices.toSorted((a, b) => placeOf(a) - placeOf(b));
}
