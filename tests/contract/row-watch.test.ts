import { afterAll, beforeAll, expect, it } from "vitest";
import { openDb, transaction } from "@/db/client";
import { deviceStates } from "@/features/device/status/state.data";
import { refreshState } from "@/lib/resource/materialized-state";
import { makeCustomer, makeGateway } from "../factories/world";
import { testDatabaseUrl } from "../support/database";
import { KEPT_STATES, type RowWatch, watchRows } from "./row-watch";

const db = openDb(testDatabaseUrl(), 2);
const sql = db.$client;
let own: number;
let other: number;
let watch: RowWatch;

beforeAll(async () => {
  own = (await makeCustomer(db)).id;
  other = (await makeCustomer(db)).id;
  watch = await watchRows(sql, own);
});
afterAll(() => sql.end({ timeout: 5 }));

let lastNumber = 0;
async function makeZone(customerId: number): Promise<number> {
  lastNumber += 1;
  const [row] = await sql<{ id: number }[]>`
    insert into zone (customer_id, name, measure, maximum)
    values (${customerId}, ${`range ${lastNumber}`}, 'temperature', 8) returning id`;
  return row?.id as number;
}

/** What is noted while the work is done. */
async function noted(work: () => Promise<unknown>): Promise<string[]> {
  await watch.start();
  await work();
  return watch.touched();
}

it("notes an insert, an update and a delete, each by its table", async () => {
  expect(await noted(() => makeZone(own))).toEqual(["zone"]);
  const id = await makeZone(own);
  expect(await noted(() => sql`update zone set maximum = 9 where id = ${id}`)).toEqual(["zone"]);
  expect(await noted(() => sql`delete from zone where id = ${id}`)).toEqual(["zone"]);
});

it("notes the customer's own row, and what goes with a row that is removed", async () => {
  expect(await noted(() => sql`update customer set name = 'renamed' where id = ${own}`)).toEqual(["customer"]);
  const [group] = await sql`insert into contact_group (customer_id, name) values (${own}, 'nurses') returning id`;
  const groupId = group?.id as number;
  await sql`insert into contact (customer_id, group_id, name) values (${own}, ${groupId}, 'Ada')`;
  expect(await noted(() => sql`delete from contact_group where id = ${groupId}`)).toEqual(["contact", "contact_group"]);
});

it("notes several tables once each, in their order", async () => {
  const work = async () => {
    await makeZone(own);
    await makeZone(own);
    await sql`update scene set name = 'Ward' where customer_id = ${own}`;
  };
  expect(await noted(work)).toEqual(["scene", "zone"]);
});

it("notes a row that comes from another customer, and one that goes there", async () => {
  const id = await makeZone(other);
  expect(await noted(() => sql`update zone set customer_id = ${own} where id = ${id}`)).toEqual(["zone"]);
  expect(await noted(() => sql`update zone set customer_id = ${other} where id = ${id}`)).toEqual(["zone"]);
});

it("does not note what changes nothing: a lock, the same values, what is rolled back, another customer's row", async () => {
  const id = await makeZone(own);
  expect(await noted(() => sql`select 1 from zone where id = ${id} for update`)).toEqual([]);
  expect(await noted(() => sql`update zone set created_at = created_at where id = ${id}`)).toEqual([]);
  const undone = transaction(db, async (tx) => {
    await tx.$client`delete from zone where id = ${id}`;
    throw new Error("undone");
  });
  expect(await noted(() => expect(undone).rejects.toThrow("undone"))).toEqual([]);
  expect(await noted(() => makeZone(other))).toEqual([]);
});

it("does not note that a gateway has fallen silent, which whoever reads states next writes down", async () => {
  const { id } = await makeGateway(db, own, { lastSeenAt: new Date() });
  await refreshState(db, deviceStates, [own], new Date());
  const silentFrom = new Date(Date.now() + 24 * 3_600_000);
  expect(await noted(() => refreshState(db, deviceStates, [own], silentFrom))).toEqual([]);
  const turns = await sql`select status from device_connection where device_id = ${id} order by id`;
  expect(turns.map(({ status }) => status)).toEqual(["online", "offline"]);
});

it("watches every table that has a customer, for each kind of change", async () => {
  const [missing] = await sql<{ names: string[] | null }[]>`
    select array_agg(c.table_name::text) as names from information_schema.columns c
     where c.table_schema = 'public' and c.column_name = 'customer_id' and c.table_name <> all (${KEPT_STATES})
       and (select count(distinct event_manipulation) from information_schema.triggers
             where event_object_table = c.table_name and trigger_name like 'note\\_%')
           <> 3`;
  expect(missing?.names ?? []).toEqual([]);
});
