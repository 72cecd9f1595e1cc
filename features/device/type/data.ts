import "server-only";
import { and, count, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { DEVICE_KINDS, type DeviceKind } from "@/db/enums";
import { device, deviceType } from "@/db/schema";
import { AppError } from "@/lib/errors";
import { catalogueStore, enabledError, takenError } from "@/lib/resource/catalogue-store";
import { keysOfName, type NameGroup, type Names, seededNames } from "@/lib/resource/seeded-names";
import type { DeviceTypeChoice, DeviceTypeDto, DeviceTypeInput, DeviceTypeListQuery } from "./schema";

type Row = typeof deviceType.$inferSelect;

const NAMES: NameGroup = ["deviceType", "name"];

/** The name of a type. A shipped one that was not renamed has its name in the reader's language. */
const nameOf = ({ code, name, isShipped }: Pick<Row, "code" | "name" | "isShipped">, names: Names): string =>
  isShipped && name === code ? (names[code] ?? code) : name;

/** The same in SQL; the names of the language are passed as one JSON object. */
const nameIn = (names: Names): SQL<string> =>
  sql`case when ${deviceType.isShipped} and ${deviceType.name} = ${deviceType.code}
           then coalesce(${JSON.stringify(names)}::text::jsonb ->> ${deviceType.code}, ${deviceType.code})
           else ${deviceType.name} end`;

async function storedName(name: string, old: Row | null): Promise<string> {
  const keys = await keysOfName(NAMES, name);
  if (old?.isShipped && keys.has(old.code)) return old.code;
  if (keys.size > 0) throw takenError("name");
  return name;
}

/** Throws if devices have the type: they store its code, so code and kind must not change. */
async function assertUnused(tx: Db, { code }: Row, path: "id" | "code" | "kind"): Promise<void> {
  const [found] = await tx
    .select({ total: count() })
    .from(device)
    .where(sql`lower(${device.typeCode}) = lower(${code})`);
  const total = found?.total ?? 0;
  if (total === 0) return;
  const message = `${total} ${total === 1 ? "device is" : "devices are"} of this type`;
  throw new AppError("CONFLICT", `${path}: ${message}`, { issues: [{ path, rule: "inUse", message }] });
}

const KIND_ORDER = sql`array_position(${sql.param(DEVICE_KINDS)}::text[], ${deviceType.kind})`;

export const deviceTypeStore = catalogueStore<typeof deviceType, DeviceTypeDto, DeviceTypeInput, DeviceTypeListQuery>({
  entity: "deviceType",
  table: deviceType,
  filters: { kind: deviceType.kind, isEnabled: deviceType.isEnabled },
  async view({ locale }) {
    const names = await seededNames(locale, NAMES);
    return {
      search: [deviceType.code, nameIn(names), deviceType.description],
      sort: {
        kind: KIND_ORDER,
        code: sql`lower(${deviceType.code})`,
        name: sql`lower(${nameIn(names)})`,
        reportIntervalSeconds: deviceType.reportIntervalSeconds,
        createdAt: deviceType.createdAt,
      },
      toDto: ({ createdAt, ...row }) => ({ ...row, name: nameOf(row, names), createdAt: createdAt.toISOString() }),
    };
  },
  async toRow({ db }, values, old) {
    const moved = old && (["code", "kind"] as const).find((field) => old[field] !== values[field]);
    if (moved) await assertUnused(db, old, moved);
    return { ...values, name: await storedName(values.name, old) };
  },
  async assertRemovable({ db }, row) {
    await assertUnused(db, row, "id");
    if (row.isEnabled) throw enabledError();
  },
  fixed: ["code", "kind"],
});

/** Enabled types by kind, then name; of one kind if it is given. */
export async function findDeviceTypes(db: Db, locale: string, kind?: DeviceKind): Promise<DeviceTypeChoice[]> {
  const names = await seededNames(locale, NAMES);
  const rows = await db
    .select()
    .from(deviceType)
    .where(and(eq(deviceType.isEnabled, true), kind && eq(deviceType.kind, kind)))
    .orderBy(KIND_ORDER, sql`lower(${nameIn(names)})`);
  return rows.map(({ id, code, kind, measures, hasGps, reportIntervalSeconds, ...row }) => ({
    id,
    code,
    name: nameOf({ ...row, code }, names),
    kind,
    measures,
    hasGps,
    reportIntervalSeconds,
  }));
}
