import "server-only";
import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { verificationPreset } from "@/db/schema";
import { catalogueStore, enabledError, takenError } from "@/lib/resource/catalogue-store";
import { keysOfName, type NameGroup, type Names, seededNames } from "@/lib/resource/seeded-names";
import type { PointPresetChoice, PointPresetDto, PointPresetInput, PointPresetListQuery } from "./schema";

type Row = typeof verificationPreset.$inferSelect;

const NAMES: NameGroup = ["verification", "presetName"];

const nameOf = ({ name, code }: Pick<Row, "name" | "code">, names: Names): string => name ?? names[code] ?? code;

/** As `nameOf`, in SQL; the names of the language are passed as one JSON object. */
const nameIn = (names: Names): SQL<string> =>
  sql`coalesce(${verificationPreset.name}, ${JSON.stringify(names)}::text::jsonb ->> ${verificationPreset.code}, ${verificationPreset.code})`;

/** The name to store: null if a shipped preset has its default name in any language. */
async function storedName(name: string, old: Row | null): Promise<string | null> {
  const keys = await keysOfName(NAMES, name);
  if (old?.isShipped && keys.has(old.code)) return null;
  if (keys.size > 0) throw takenError("name");
  return name;
}

export const pointPresetStore = catalogueStore<
  typeof verificationPreset,
  PointPresetDto,
  PointPresetInput,
  PointPresetListQuery
>({
  entity: "verificationPreset",
  table: verificationPreset,
  filters: { object: verificationPreset.object, isEnabled: verificationPreset.isEnabled },
  async view({ locale }) {
    const names = await seededNames(locale, NAMES);
    return {
      search: [verificationPreset.code, nameIn(names), verificationPreset.source],
      sort: {
        name: sql`lower(${nameIn(names)})`,
        code: sql`lower(${verificationPreset.code})`,
        object: verificationPreset.object,
        createdAt: verificationPreset.createdAt,
      },
      toDto: ({ createdAt, ...row }) => ({
        ...row,
        name: nameOf(row, names),
        createdAt: createdAt.toISOString(),
      }),
    };
  },
  toRow: async (_ctx, values, old) => ({ ...values, name: await storedName(values.name, old) }),
  async assertRemovable(_ctx, { isEnabled }) {
    if (isEnabled) throw enabledError();
  },
  fixed: ["code", "object"],
});

/** Enabled presets, shipped ones first. */
export async function findPresets(db: Db, locale: string): Promise<PointPresetChoice[]> {
  const names = await seededNames(locale, NAMES);
  const rows = await db
    .select()
    .from(verificationPreset)
    .where(eq(verificationPreset.isEnabled, true))
    .orderBy(asc(verificationPreset.id));
  return rows.map(({ isEnabled: _, isShipped: __, createdAt: ___, ...row }) => ({ ...row, name: nameOf(row, names) }));
}
