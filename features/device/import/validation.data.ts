import "server-only";
import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { DeviceKind } from "@/db/enums";
import { device, deviceType, scene } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { sceneKey } from "./validation.rules";

/** The customer's nodes within the scope, by code, path and name, each normalised by `sceneKey`. */
export async function findNodes(db: Db, scope: Scope, customerId: number): Promise<Map<string, number | "ambiguous">> {
  const rows = await db
    .select({ id: scene.id, parentId: scene.parentId, code: scene.code, name: scene.name })
    .from(scene)
    .where(eq(scene.customerId, customerId));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const within = rows.filter(({ id }) => scope.sceneIds === "all" || scope.sceneIds.includes(id));
  const known = new Map<string, number | "ambiguous">();
  const learn = (text: string, id: number) => {
    const key = sceneKey(text);
    const other = known.get(key);
    if (key !== "") known.set(key, other === undefined || other === id ? id : "ambiguous");
  };
  for (const { id, name } of within) learn(name, id);
  for (const { id } of within) {
    const names: string[] = [];
    for (let at = byId.get(id); at && names.length < 100; at = byId.get(at.parentId ?? -1)) names.unshift(at.name);
    if (names.length > 1) learn(names.join("/"), id);
  }
  // A code identifies one node, even if other nodes have it as their name.
  for (const { id, code } of within) known.set(sceneKey(code), id);
  return known;
}

/** The customer's gateways within the scope with these serial numbers and MACs, in upper case. */
export async function findGatewayIds(
  db: Db,
  scope: Scope,
  customerId: number,
  keys: readonly string[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const among = (text: SQL) => sql`${text} = any(${sql.param([...keys])}::text[])`;
  const [serial, mac] = [sql`upper(${device.serialNumber})`, sql`upper(${device.mac})`];
  const rows = await db
    .select({ id: device.id, serial: device.serialNumber, mac: device.mac })
    .from(device)
    .where(
      and(
        eq(device.kind, "gateway"),
        inArray(device.custody, ["own", "borrowed"]),
        eq(device.customerId, customerId),
        inScope(scope, { customerId: device.customerId, sceneId: device.sceneId }),
        or(among(serial), among(mac)),
      ),
    );
  return new Map(
    rows.flatMap(({ id, serial: number, mac: address }) => [
      [number.toUpperCase(), id] as const,
      ...(address ? [[address.toUpperCase(), id] as const] : []),
    ]),
  );
}

/** The enabled types of a kind. */
export const findTypesOf = (db: Db, kind: DeviceKind) =>
  db
    .select({ kind: deviceType.kind, code: deviceType.code, isEnabled: deviceType.isEnabled })
    .from(deviceType)
    .where(eq(deviceType.kind, kind));
