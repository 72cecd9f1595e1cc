import { cookieOf, mediansOf, printGrowth, settled, sql } from "./support";

/**
 * Scale of places and devices: lists, filters, tree and detail with 100,000 devices and 30,000 carriers, relative to
 * 1,000 devices and 300 carriers, in one run. All belong to one customer with 500 nodes in both measurements. Both
 * answer the same number of rows: the first node and the first gateway have more than a page each.
 */
const BOUND = 2;
const NODES = 500;
const SMALL = { devices: 1000, carriers: 300 };
const LARGE = { devices: 100_000, carriers: 30_000 };
const PER_GATEWAY = 100;
const PAGE = 15;
/** The tolerance is three times as long, so the latest values stay fresh during the run. */
const REPORT_SECONDS = 600;

const [owner] = await sql<{ id: number }[]>`
  select customer_id::int as id from user_account where username = 'admin'`;
const customerId = owner?.id as number;

await sql`
  insert into scene (customer_id, parent_id, code, name)
  select ${customerId}, (select min(id) from scene where customer_id = ${customerId} and parent_id is null),
         format('BENCH%s', n), format('Ward %s', lpad(n::text, 4, '0')) from generate_series(1, ${NODES}::int) n`;
const [trigger] = await sql<{ id: number }[]>`
  insert into alarm_trigger (customer_id, name) values (${customerId}, 'Bench') returning id::int`;
const triggerId = trigger?.id as number;
const [range] = await sql<{ id: number }[]>`
  insert into zone (customer_id, name, measure, minimum, maximum)
  values (${customerId}, 'Bench', 'temperature', 2, 8) returning id::int`;
const zoneId = range?.id as number;

/** Creates carriers and devices between two sizes; a third of the devices are mounted, all send through gateways. */
async function grow(from: typeof SMALL, to: typeof SMALL): Promise<void> {
  const types = ["refrigerator", "incubator", "refrigeratory", "warehouse"];
  const node = sql`format('BENCH%s', case when n <= ${PAGE}::int then 1 else 1 + n % ${NODES}::int end)`;
  await sql`
    insert into carrier (customer_id, scene_id, name, type, alarm_trigger_id)
    select ${customerId}, s.id, format('%s place %s', substr(md5(n::text), 1, 6), n), (${types}::text[])[1 + n % 4], ${triggerId}
      from generate_series(${from.carriers + 1}::int, ${to.carriers}::int) n
      join scene s on s.customer_id = ${customerId} and s.code = ${node}`;
  await sql`
    insert into carrier_zone (carrier_id, measure, zone_id)
    select id, 'temperature', ${zoneId} from carrier where alarm_trigger_id = ${triggerId} on conflict do nothing`;
  await sql`
    insert into device (customer_id, kind, type_code, serial_number, mac, name, last_seen_at, use)
    select ${customerId}, 'gateway', 'gt_1', format('BG%s', lpad(n::text, 7, '0')), format('BENCHGW%s', n), format('Gateway %s', n), now(), 'activated'
      from generate_series(${from.devices / PER_GATEWAY + 1}::int, ${to.devices / PER_GATEWAY}::int) n`;
  await sql`
    insert into device (customer_id, kind, type_code, serial_number, mac, name, scene_id, gateway_id, report_interval_seconds, last_seen_at, calibration_due_on)
    select ${customerId}, 'sensor', 'zbp_2', format('BS%s', lpad(n::text, 7, '0')), format('BENCH%s', n), format('%s sensor %s', substr(md5(n::text), 1, 6), n),
           s.id, g.id, ${REPORT_SECONDS}::int, now() - (n % 50) * interval '1 minute', current_date + (n % 400) - 20
      from generate_series(${from.devices + 1}::int, ${to.devices}::int) n
      join scene s on s.customer_id = ${customerId} and s.code = ${node}
      join device g on g.serial_number = format('BG%s', lpad((1 + (n - 1) / ${PER_GATEWAY}::int)::text, 7, '0'))`;
  await sql`
    insert into probe (customer_id, device_id, measure)
    select d.customer_id, d.id, measure from device d, unnest(array['temperature', 'humidity']) measure
     where d.serial_number like 'BS%' and not exists (select from probe p where p.device_id = d.id)`;
  await sql`
    insert into mounting (customer_id, probe_id, carrier_id, mounted_at)
    select p.customer_id, p.id, c.id, '2026-01-01' from probe p
      join device d on d.id = p.device_id and d.serial_number like 'BS%'
      join carrier c on c.customer_id = d.customer_id and c.name = format('%s place %s', substr(md5(right(d.serial_number, 7)::int::text), 1, 6), right(d.serial_number, 7)::int)
     where not exists (select from mounting m where m.probe_id = p.id)`;
  await sql`
    insert into probe_state (probe_id, last_at, last_value, received_at)
    select p.id, now(), case when right(d.serial_number, 7)::int % 50 = 0 then 9 else 5 end, now()
      from probe p join device d on d.id = p.device_id and d.serial_number like 'BS%'
        on conflict do nothing`;
  await sql`
    insert into exception (customer_id, carrier_id, device_id, probe_id, kind, measure, severity, started_at, raised_at)
    select p.customer_id, m.carrier_id, p.device_id, p.id, 'range', p.measure, 'major', now(), now()
      from probe p join device d on d.id = p.device_id and d.serial_number like 'BS%'
      join mounting m on m.probe_id = p.id
     where p.measure = 'temperature' and right(d.serial_number, 7)::int % 200 = 0
       and not exists (select from exception e where e.probe_id = p.id)`;
  // Inserted without the ingest endpoint, so its entry for the worker is made here, and the worker evaluates them.
  await sql`insert into monitoring_recheck select id from carrier`;
  await settled();
  await sql`vacuum analyze`;
}

const idOf = async (table: "device" | "carrier", name: string) => {
  const [row] =
    table === "device"
      ? await sql<{ id: number }[]>`select id::int from device where serial_number = ${name}`
      : await sql<{ id: number }[]>`select id::int from carrier where customer_id = ${customerId} and name = ${name}`;
  return row?.id as number;
};

async function measure() {
  const [node] = await sql<{ id: number }[]>`select id::int from scene where code = 'BENCH1'`;
  const sensorId = await idOf("device", "BS0000008");
  const gatewayId = await idOf("device", "BG0000001");
  const carrierId = await idOf("carrier", "c9f0f8 place 8");
  return mediansOf(
    [
      ["list of sensors", "/service/sensor?iDisplayLength=100"],
      ["search for a sensor", "/service/sensor?q=a7f3"],
      ["sensor by serial number", "/service/sensor?q=BS0000008"],
      ["sensors at a node", `/service/sensor?sceneId=${node?.id}`],
      ["sensors behind a gateway", `/service/sensor?gatewayId=${gatewayId}`],
      ["list of gateways", "/service/gateway"],
      ["list of carriers", "/service/carrier?iDisplayLength=100"],
      ["search for a carrier", "/service/carrier?q=a7f3"],
      ["carriers at a node", `/service/carrier?sceneId=${node?.id}`],
      ["fridges", "/service/carrier?type=refrigerator"],
      ["carriers behind a gateway", `/service/carrier?gatewayId=${gatewayId}`],
      ["organisation tree", "/service/treeUtil/tree"],
      ["what a node holds", `/service/scene/${node?.id}/holdings`],
      ["a sensor", `/service/sensor/${sensorId}`],
      ["a carrier", `/service/carrier/${carrierId}`],
      ["page of sensors", "/en-US/device/sensor"],
      ["page of fridges", "/en-US/carrier/refrigerator"],
      ["page of the organisation", "/en-US/arch/architecture"],
      ["window of a sensor", `/en-US/SensorDetail?id=${sensorId}`],
      ["window of a carrier", `/en-US/newCarrierDetail?id=${carrierId}`],
      ["monitoring at a node", `/service/carrier/monitoring?sceneId=${node?.id}`],
      ["abnormal carriers", "/service/carrier?abnormality=abnormal"],
      ["carriers, worst first", "/service/carrier?sort=worst&iDisplayLength=100"],
      ["carriers by last value", "/service/carrier?sort=lastAt&dir=desc"],
      ["monitoring list", "/service/carrier/monitoring"],
      ["monitoring by name", "/service/carrier/monitoring?sort=name"],
      ["abnormal points", "/service/carrier/monitoring?status=abnormal"],
      ["fridges of the monitoring list", "/service/carrier/monitoring?type=refrigerator"],
      ["sensors offline", "/service/sensor?onlineStatus=offline"],
      ["sensors on carriers", "/service/sensor?isMounted=true"],
      ["abnormal sensors", "/service/sensor?isAbnormal=true"],
      ["sensors due for calibration", "/service/sensor?calibration=dueSoon"],
    ],
    cookie,
  );
}

const cookie = await cookieOf("admin");
await grow({ devices: 0, carriers: 0 }, SMALL);
const small = await measure();
await grow(SMALL, LARGE);
const large = await measure();
const [counted] = await sql`
  select (select count(*)::int from device) as devices, (select count(*)::int from carrier) as carriers`;
console.log(
  `places: ${counted?.devices} devices, ${counted?.carriers} carriers, against ${SMALL.devices} and ${SMALL.carriers} more than the demo's`,
);
printGrowth("places", small, large, BOUND);
await sql.end();
