// Prints a customer with a fridge whose sensor has been silent for an hour and one whose sensor was just heard, and who
// looks after them, in the database of `DATABASE_URL`.
import { openDb } from "../../db/client";
import { makeUser } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";

export type Prepared = {
  account: { username: string; name: string };
  /** The fridges: with the silent sensor, and with the other one. */
  silent: { carrier: string; serialNumber: string };
  healthy: { carrier: string };
  token: string;
};

const db = openDb(process.env.DATABASE_URL as string, 2);
const own = await makeCustomer(db);
const heard = (msAgo: number) => ({ lastSeenAt: new Date(Date.now() - msAgo) });
// A short interval: what the product did not hear because it was not running is no silence of a device.
const silent = await makeFridge(db, own, { device: { ...heard(3_600_000), reportIntervalSeconds: 1 } });
const healthy = await makeFridge(db, own, { device: { ...heard(0), reportIntervalSeconds: 3600 } });
const account = await makeUser(db, own.id, { locale: "en-US" });
await db.$client.end({ timeout: 5 });
console.log(
  JSON.stringify({
    account,
    silent: { carrier: silent.carrier.name, serialNumber: silent.sensor.serialNumber },
    healthy: { carrier: healthy.carrier.name },
    token: own.token,
  } satisfies Prepared),
);
