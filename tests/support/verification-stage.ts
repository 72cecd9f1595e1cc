// Prints a customer's cold store with calibrated loggers that have measured for an hour, and who verifies it, in the
// database of `DATABASE_URL`.
import { openDb } from "../../db/client";
import { makeUser } from "../factories/account";
import { insertReadings, makeLogger, makePointPreset } from "../factories/verification";
import { makeCustomer, makeFridge } from "../factories/world";

export type Prepared = {
  carrier: { id: number; name: string };
  account: { username: string; name: string };
  loggers: string[];
  preset: string;
};

const MINUTE = 60_000;
const db = openDb(process.env.DATABASE_URL as string, 2);
const own = await makeCustomer(db);
const { carrier, probes } = await makeFridge(db, own, {
  measures: ["temperature", "door"],
  carrier: { type: "refrigeratory" },
});
const stamp = Date.now().toString(36);
const begin = Math.floor(Date.now() / MINUTE) * MINUTE - 60 * MINUTE;
const loggers: string[] = [];
for (const offset of [0, 0.6, 1.2]) {
  const name = `Logger ${stamp} ${loggers.length + 1}`;
  const logger = await makeLogger(db, own.id, { name });
  // From minute 20 to 30 the door is open.
  const valueAt = (minute: number) => 4 + offset + (minute >= 20 && minute <= 30 ? (minute - 20) * 0.6 : 0);
  const rows = Array.from({ length: 61 }, (_, minute) => [begin + minute * MINUTE, valueAt(minute)] as const);
  await insertReadings(db, logger.probes.temperature, rows);
  loggers.push(name);
}
await insertReadings(db, probes.door as number, [
  [begin, 0],
  [begin + 20 * MINUTE, 1],
  [begin + 30 * MINUTE, 0],
]);
const preset = await makePointPreset(db, { object: "coldStore", uniformMinimum: 3, source: "Our rule" });
const account = await makeUser(db, own.id, { locale: "en-US" });
await db.$client.end({ timeout: 5 });
console.log(JSON.stringify({ carrier, account, loggers, preset: preset.name as string } satisfies Prepared));
