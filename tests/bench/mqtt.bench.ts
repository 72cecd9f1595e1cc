import { randomBytes } from "node:crypto";
import { hashToken, newToken } from "@/lib/auth/token";
import { GatewayClient } from "../support/gateway-client";
import { makeFleet, median, post, seconds, settled, sql } from "./support";

/**
 * Values per second through the embedded broker at QoS 1 (each message acknowledged after its commit) relative to the
 * same messages of the same gateways through the HTTP endpoint, in the same run. Uses many gateways, because one alone
 * is limited to 50 messages and 1 MiB a second. Each sends its next message when the last is acknowledged.
 */
const BOUND = 0.5;
const ROUNDS = 5;
const GATEWAYS = 60;
const DEVICES_EACH = 20;
/** Ten instants of each device per message: 200 readings, 400 values. */
const INSTANTS = 10;
const MESSAGES = 5;
const START = Date.UTC(2026, 9, 1);

type Gateway = { mac: string; token: string; devices: string[] };

const fleet = await makeFleet(GATEWAYS * DEVICES_EACH);
const gateways = await makeGateways();
await settled();
const clients = await Promise.all(
  gateways.map(({ mac, token }) => GatewayClient.connect(`mqtt://localhost:${process.env.MQTT_PORT}`, mac, token)),
);

const ratios: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const overHttp = await rateOf(2 * round, ({ token }, body) => post(token, body, DEVICES_EACH * INSTANTS));
  const overMqtt = await rateOf(2 * round + 1, ({ mac }, body, index) =>
    (clients[index] as GatewayClient).publish(`ingest/${mac}/readings`, body),
  );
  await assertStored(2 * (round + 1));
  const ratio = overMqtt / overHttp;
  // The first round is the warm-up.
  if (round > 0) ratios.push(ratio);
  console.log(
    `round ${round}: MQTT ${Math.round(overMqtt)} values/s, HTTP ${Math.round(overHttp)} values/s, ratio ${ratio.toFixed(2)}`,
  );
}
const result = median(ratios);
console.log(`mqtt: median ratio ${result.toFixed(2)}, bound ${BOUND}: ${result >= BOUND ? "holds" : "FAILS"}`);
if (result < BOUND) process.exitCode = 1;
for (const client of clients) await client.end();
await sql.end();

/** All gateways in parallel, each sending one message after another; `part` separates the instants of the parts. */
async function rateOf(part: number, send: (gateway: Gateway, body: string, index: number) => Promise<void>) {
  const bodies = gateways.map(({ devices }) =>
    Array.from({ length: MESSAGES }, (_, message) => bodyOf(devices, (part * MESSAGES + message) * INSTANTS)),
  );
  const taken = await seconds(() =>
    Promise.all(
      gateways.map(async (gateway, index) => {
        for (const body of bodies[index] as string[]) await send(gateway, body, index);
      }),
    ),
  );
  return (GATEWAYS * MESSAGES * DEVICES_EACH * INSTANTS * 2) / taken;
}

function bodyOf(devices: readonly string[], first: number): string {
  const readings = Array.from({ length: INSTANTS }, (_, index) => first + index).flatMap((instant) =>
    devices.map((device, index) => ({
      device,
      at: START + instant * 60_000,
      values: {
        temperature: Math.round((5 + 2 * Math.sin(instant / 9 + index)) * 100) / 100,
        humidity: Math.round((55 + 10 * Math.sin(instant / 13 + index)) * 10) / 10,
      },
    })),
  );
  return JSON.stringify({ readings });
}

/** Every acknowledged message must be stored. */
async function assertStored(parts: number): Promise<void> {
  const [stored] = await sql<{ n: number }[]>`
    select count(*)::int as n from reading where probe_id = any(${fleet.probeIds}::bigint[])`;
  const wanted = parts * GATEWAYS * MESSAGES * DEVICES_EACH * INSTANTS * 2;
  if (stored?.n !== wanted) throw new Error(`${stored?.n} of ${wanted} values are stored`);
}

async function makeGateways(): Promise<Gateway[]> {
  const made: Gateway[] = [];
  for (let index = 0; index < GATEWAYS; index += 1) {
    const mac = randomBytes(6).toString("hex").toUpperCase();
    const token = newToken();
    const devices = fleet.serialNumbers.slice(index * DEVICES_EACH, (index + 1) * DEVICES_EACH);
    const [row] = await sql<{ id: number }[]>`
      insert into device (customer_id, kind, type_code, serial_number, mac, name, ingest_token_hash)
      values (${fleet.customerId}, 'gateway', 'gt_1', ${`GW-${mac}`}, ${mac}, ${`Gateway ${index}`}, ${hashToken(token)})
      returning id::int`;
    await sql`update device set gateway_id = ${row?.id as number} where serial_number = any(${devices})`;
    made.push({ mac, token, devices });
  }
  return made;
}
