import type { Db } from "@/db/client";
import { dutyRota } from "@/db/schema";

/** A shift of a contact on every day between two times of the customer's clock. */
export const everyDay = (contactId: number, from = "00:00", to = "24:00") => ({
  ...{ days: [1, 2, 3, 4, 5, 6, 7], from, to, endsNextDay: false, contactId, substituteId: null },
});

/** A rota of two contacts by index, before and after noon every day; null leaves a gap. */
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
