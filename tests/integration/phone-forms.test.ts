import { readFileSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { db } from "@/db/client";
import { canonicalPhone } from "@/lib/validation/phone";
import { makeCustomer } from "../factories/world";

afterAll(() => db().$client.end({ timeout: 5 }));

/** The statements that bring numbers from before into the form of new ones. */
const UPDATES = readFileSync("db/migrations/0048_kept-readings-and-positions-in-doubt.sql", "utf8")
  .split("--> statement-breakpoint")
  .filter((statement) => /^\s*(?:--.*\n)?UPDATE/.test(statement));

it("numbers from before are in the form of new ones, except where another row has that form", async () => {
  const customers = [];
  for (let made = 0; made < 6; made += 1) customers.push(await makeCustomer(db()));
  const phones = ["02031415927", "075531415927", "020-3141-5928", "400-800-1234", "020-31415929", "02031415929"];
  for (const [index, phone] of phones.entries())
    await db().$client`update customer set phone = ${phone} where id = ${customers[index]?.id as number}`;
  expect(UPDATES).toHaveLength(3);
  for (const statement of UPDATES) await db().$client.unsafe(statement);
  const rows = await db().$client<{ phone: string }[]>`
    select phone from customer where id = any(${customers.map(({ id }) => id)}::bigint[]) order by id`;
  const expected = [...phones.slice(0, 4).map(canonicalPhone), "020-31415929", "02031415929"];
  expect(rows.map(({ phone }) => phone)).toEqual(expected);
});
