import "server-only";
import type { Db } from "@/lib/operation/context";
import { findDown } from "../health/operations";
import { findDutyPeople } from "./plan.data";
import type { People } from "./plan.rules";

/**
 * The contacts of these groups, who of them is on duty, and the channels that deliver nothing at present, as the
 * delivery uses them. Deleted groups are empty.
 */
export async function findPeople(
  db: Db,
  groupIds: readonly number[],
): Promise<Required<Pick<People, "contacts" | "rotas" | "down">>> {
  const [down, ...groups] = await Promise.all([
    findDown(db),
    ...[...new Set(groupIds)].map((groupId) => findDutyPeople(db, groupId)),
  ]);
  return {
    contacts: groups.flatMap((group) => group?.contacts ?? []),
    rotas: groups.flatMap((group) => group?.rotas ?? []),
    down,
  };
}
