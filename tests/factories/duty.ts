import type { Db } from "@/db/client";
import { dutyRota } from "@/db/schema";

/** A contact on duty every day between two times of the customer's clock. */
export const everyDay = (contactId: number, from = "00:00", to = "24:00") => ({
  ...{ days: [1, 2, 3, 4, 5, 6, 7], from, to, endsNextDay: false, contactId, substituteId: null },
});

/** A rota with one of these contacts, by place, on duty before noon and one after it, every day; a gap where there is none. */
export async function makeHalfDays(
  db: Db,
  group: { id: number; customerId: number },
  contacts: readonly { id: number }[],
  halves: readonly (number | null)[],
): Promise<void> {
  const [morning, evening] = halves.map((place) => (place === null ? undefined : contacts[place]?.id));
  const shifts = [
    ...(morning ? [everyDay(morning, "00:00", "12:00")] : []),
    ...(evening ? [everyDay(evening, "12:00", "24:00")] : []),
  ];
  const values = { customerId: group.customerId, groupId: group.id, version: "1", holidays: [], absences: [] };
  await db.insert(dutyRota).values({ ...values, shifts });
}
