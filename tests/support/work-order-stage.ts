// Prints a customer's fridge in alarm, and who orders and does the work, in the database of `DATABASE_URL`.
import { openDb } from "../../db/client";
import { makeUser } from "../factories/account";
import { makeException } from "../factories/exception";
import { makeCustomer, makeFridge } from "../factories/world";

type Account = { username: string; name: string };
export type Prepared = {
  exception: { id: number };
  carrier: { id: number; name: string };
  orderer: Account;
  engineer: Account;
};

const db = openDb(process.env.DATABASE_URL as string, 2);
const own = await makeCustomer(db);
const fridge = await makeFridge(db, own);
const exception = await makeException(db, fridge);
const stamp = Date.now().toString(36);
const orderer = await makeUser(db, own.id, { email: `orderer-${stamp}@frost.example`, locale: "en-US" });
const engineer = await makeUser(db, own.id, { email: `engineer-${stamp}@frost.example` });
await db.$client.end({ timeout: 5 });
console.log(JSON.stringify({ exception, carrier: fridge.carrier, orderer, engineer } satisfies Prepared));
