import { readdirSync, readFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { openDb } from "@/db/client";
import { STREAMS_PER_ACCOUNT } from "@/features/telemetry/live/live.rules";
import { makeUser, openSessionOf } from "../factories/account";
import { BASE_URL, makeFleet, post, quantile, settled, sql } from "./support";

/**
 * A thousand live streams on one web process, of accounts that may see a whole customer and of accounts limited to half
 * of its nodes: each receives exactly the events that it may see. Measured from the moment a gateway sends a batch to
 * the arrival of an event at a stream. The p99 with a thousand streams has a bound of its own, because no user of a
 * list should wait longer. The ratio to ten streams and the memory per stream are also printed.
 */
const CLIENTS = 1000;
const FEW = 10;
const P99_MS = 500;
const BYTES_EACH = 256 * 1024;
const DEVICES = 100;
/** Five batches of twenty readings a second: a hundred thousand events a second over all streams. */
const BATCHES_PER_SECOND = 5;
const BATCH = 20;
const WARM_UP_SECONDS = 3;
const SECONDS = 20;

type Client = { isBound: boolean; heard: Map<number, number>; response: IncomingMessage; isEnded: boolean };

const db = openDb(process.env.DATABASE_URL as string, 2);
const fleet = await makeFleet(DEVICES);
const boundDevices = await bindHalf();
const tokens = await makeSessions(Math.ceil(CLIENTS / STREAMS_PER_ACCOUNT));
await settled();

const few = await phase(await open(FEW));
const before = memory();
const clients = await open(CLIENTS);
const held = (memory() - before) / (CLIENTS - FEW);
const many = await phase(clients);
const isWithin = many < P99_MS && held < BYTES_EACH;
console.log(
  `streams: p99 ${few.toFixed(0)} ms with ${FEW}, ${many.toFixed(0)} ms with ${CLIENTS} (${(many / few).toFixed(1)} times), bound ${P99_MS}; ` +
    `${Math.round(held / 1024)} KiB a stream, bound ${BYTES_EACH / 1024}: ${isWithin ? "holds" : "FAILS"}`,
);
if (!isWithin) process.exitCode = 1;
await db.$client.end();
await sql.end();

/** Sends for a while and returns the p99 delay; throws if a stream misses an event or receives a forbidden one. */
async function phase(listening: readonly Client[]): Promise<number> {
  const sent = new Map<number, { at: number; device: string }>();
  let clock = Date.now() - 3_600_000;
  for (let batch = 0; batch < (WARM_UP_SECONDS + SECONDS) * BATCHES_PER_SECOND; batch += 1) {
    const start = performance.now();
    const readings = Array.from({ length: BATCH }, (_, index) => {
      clock += 1;
      const device = fleet.serialNumbers[(batch * BATCH + index) % DEVICES] as string;
      if (batch >= WARM_UP_SECONDS * BATCHES_PER_SECOND) sent.set(clock, { at: start, device });
      return { device, at: clock, values: { temperature: 5 + (clock % 7) / 10 } };
    });
    await post(fleet.token, JSON.stringify({ readings }), BATCH);
    await sleep(Math.max(0, 1000 / BATCHES_PER_SECOND - (performance.now() - start)));
  }
  await sleep(3000);
  const delays: number[] = [];
  for (const [index, { isBound, heard, isEnded }] of listening.entries()) {
    if (isEnded) throw new Error(`stream ${index} was ended`);
    for (const [at, { at: start, device }] of sent) {
      const arrived = heard.get(at);
      const isMeant = !isBound || boundDevices.has(device);
      if (isMeant !== (arrived !== undefined))
        throw new Error(`stream ${index} ${isMeant ? "missed" : "should not have heard"} an event of ${device}`);
      if (arrived !== undefined) delays.push(arrived - start);
    }
  }
  for (const { response } of listening) response.destroy();
  const [median, p99] = [quantile(delays, 0.5), quantile(delays, 0.99)];
  console.log(
    `streams: ${listening.length} heard all of ${delays.length} events, median ${median.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
  );
  return p99;
}

/** Opens this many streams, the maximum per account, and waits until each is ready. */
async function open(count: number): Promise<Client[]> {
  await sleep(2000);
  const opened: Client[] = [];
  for (let index = 0; index < count; index += 1) {
    const { token, isBound } = tokens[index % tokens.length] as (typeof tokens)[number];
    opened.push(await listen(token, isBound));
  }
  return opened;
}

function listen(token: string, isBound: boolean): Promise<Client> {
  return new Promise((resolve, reject) => {
    const request = get(`${BASE_URL}/service/live`, { headers: { authorization: `Bearer ${token}` } }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`the live stream answers ${response.statusCode}`));
      const client: Client = { isBound, heard: new Map(), response, isEnded: false };
      let rest = "";
      response.setEncoding("utf8");
      response.on("data", (text: string) => {
        const now = performance.now();
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          if (line.startsWith("event: ready")) resolve(client);
          if (!line.startsWith("data: [")) continue;
          for (const { at } of JSON.parse(line.slice(6)) as { at: number }[]) client.heard.set(at, now);
        }
      });
      response.on("error", () => {});
      response.on("close", () => {
        client.isEnded = true;
      });
    });
    request.on("error", reject);
  });
}

/** Moves every other refrigerator below a second node; returns the serial numbers of the devices there. */
async function bindHalf(): Promise<Set<string>> {
  const [node] = await sql<{ id: number }[]>`
    insert into scene (customer_id, code, name) values (${fleet.customerId}, ${`B${fleet.customerId}`}, 'Bound') returning id::int`;
  await sql`
    update carrier set scene_id = ${node?.id as number} where customer_id = ${fleet.customerId} and right(name, 1)::int % 2 = 0`;
  const rows = await sql<{ serialNumber: string }[]>`
    select distinct d.serial_number as "serialNumber" from mounting m join probe p on p.id = m.probe_id
      join device d on d.id = p.device_id join carrier c on c.id = m.carrier_id and c.scene_id = ${node?.id as number}`;
  return new Set(rows.map(({ serialNumber }) => serialNumber));
}

/** Creates the sessions of as many accounts; every other one is limited to the second node. */
async function makeSessions(count: number): Promise<{ token: string; isBound: boolean }[]> {
  const [node] = await sql<{ id: number }[]>`
    select id::int from scene where customer_id = ${fleet.customerId} and name = 'Bound'`;
  const made: { token: string; isBound: boolean }[] = [];
  for (let index = 0; index < count; index += 1) {
    const isBound = index % 2 === 1;
    const user = await makeUser(
      db,
      fleet.customerId,
      isBound ? { scopeType: 0, sceneIds: [node?.id as number] } : { scopeType: 1 },
    );
    made.push({ token: (await openSessionOf(db, user)).token, isBound });
  }
  return made;
}

/** The memory of the web server in bytes; the process is found by its port. */
function memory(): number {
  const port = new URL(BASE_URL).port;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`PORT=${port}`)) continue;
      // The process sets this name once it runs.
      if (!/next-server|standalone/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"))) continue;
      return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    } catch {
      // The process has ended meanwhile, or belongs to another user.
    }
  }
  throw new Error("the web server is not found");
}
