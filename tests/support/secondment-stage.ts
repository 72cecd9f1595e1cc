// Prints two customers, each with a fridge and an account, in the database of `DATABASE_URL`.
import { openDb } from "../../db/client";
import { makeUser } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";

type Side = { code: string; name: string; username: string; serialNumber: string; second: string; carrier: string };
export type Prepared = { lender: Side; borrower: Side };

const db = openDb(process.env.DATABASE_URL as string, 2);
async function side(): Promise<Side> {
  const customer = await makeCustomer(db);
  const [fridge, other] = [await makeFridge(db, customer), await makeFridge(db, customer)];
  const { username } = await makeUser(db, customer.id, { locale: "en-US" });
  return {
    ...{ code: customer.code, name: customer.name, username, carrier: fridge.carrier.name },
    ...{ serialNumber: fridge.sensor.serialNumber, second: other.sensor.serialNumber },
  };
}
const prepared: Prepared = { lender: await side(), borrower: await side() };
await db.$client.end({ timeout: 5 });
console.log(JSON.stringify(prepared));
