import { afterAll, expect, it } from "vitest";
import { db } from "@/db/client";
import { makeCustomer, makeFridge } from "../factories/world";

afterAll(() => db().$client.end({ timeout: 5 }));

const violated = (constraint: string) => ({ constraint_name: constraint });

it("the database itself takes no value outside a closed set", async () => {
  const { id } = await makeCustomer(db());
  const { $client: sql } = db();
  await expect(sql`update customer set status = 'asleep' where id = ${id}`).rejects.toMatchObject(
    violated("customer_status_values_check"),
  );
  await expect(
    sql`insert into contact_group (customer_id, name) values (${id}, 'all') returning id`.then(
      ([group]) => sql`
        insert into contact (customer_id, group_id, name, level, channels)
        values (${id}, ${group?.id}, 'Zhang', 1, array['email', 'pigeon'])`,
    ),
  ).rejects.toMatchObject(violated("contact_channels_values_check"));
});

it("two mountings of one probe never overlap", async () => {
  const owner = await makeCustomer(db());
  const { carrier, probes } = await makeFridge(db(), owner);
  const { $client: sql } = db();
  await sql`delete from mounting where probe_id = ${probes.temperature as number}`;
  const mount = (from: string, until: string) => sql`
    insert into mounting (customer_id, probe_id, carrier_id, mounted_at, unmounted_at)
    values (${owner.id}, ${probes.temperature as number}, ${carrier.id}, ${from}, ${until})`;
  await mount("2001-01-01T00:00:00Z", "2001-02-01T00:00:00Z");
  await mount("2001-02-01T00:00:00Z", "2001-03-01T00:00:00Z");
  await expect(mount("2001-02-28T00:00:00Z", "2001-03-02T00:00:00Z")).rejects.toMatchObject(
    violated("mounting_period_excl"),
  );
});
