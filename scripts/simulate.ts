// Simulates live devices through the real ingest endpoint, as the demo installation would send.
import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { hashText } from "@/features/simulation/random.rules";
import { isSilent, scenarioOf } from "@/features/simulation/scenario.rules";
import { SimulatorEnvironment } from "@/features/simulation/simulation.schema";
import { log } from "@/lib/log/log";
import { Courier } from "./simulate/courier";
import { GatewayLink } from "./simulate/link";
import { type LoadedDevice, type LoadedSource, loadSources } from "./simulate/load";
import { LiveCarrier, LiveDevice } from "./simulate/world";

/** The interval that the report intervals of the devices refer to. */
const USUAL_SECONDS = 30;
/** All sources report for the first time within this time, so that none looks silent after a start. */
const FIRST_SPREAD_MS = 5000;

async function main(): Promise<void> {
  const set = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));
  const environment = SimulatorEnvironment.parse(set);
  const stop = new AbortController();
  // Every source listens to this signal.
  setMaxListeners(0, stop.signal);
  process.once("SIGTERM", () => stop.abort());
  process.once("SIGINT", () => stop.abort());

  const { sources, foreign } = await load(environment);
  for (const name of foreign) log.info({ source: name }, "simulator: has another token, left alone");
  const now = Date.now();
  const carriers = liveCarriers(sources, environment.SIMULATE_SEED, now);
  const count = sources.reduce((sum, { devices }) => sum + devices.length, 0);
  const { baseUrl: url, brokerUrl, SIMULATE_INTERVAL_SECONDS: intervalSeconds } = environment;
  const broker = brokerUrl ? new URL(brokerUrl).host : null;
  log.info({ sources: sources.length, devices: count, intervalSeconds, url, broker }, "simulator: running");

  const runs = sources.map((source, index) => {
    const devices = source.devices.map((device) => liveDevice(device, carriers, now));
    const { gateway, token } = source;
    const bySerial = new Map(devices.map((device) => [device.serialNumber, device]));
    const link = brokerUrl && gateway ? new GatewayLink(brokerUrl, gateway, token, bySerial, stop.signal) : undefined;
    const courier = new Courier(source.name, url, token, stop.signal, link);
    const firstMs = (index / sources.length) * Math.min(FIRST_SPREAD_MS, intervalSeconds * 1000);
    return run(source.name, devices, courier, { firstMs, intervalSeconds, startedAt: now }, stop.signal);
  });
  await Promise.all(runs);
}

async function load({ DATABASE_URL, AUTH_SECRET }: SimulatorEnvironment) {
  const sql = postgres(DATABASE_URL, { max: 1, onnotice: () => {} });
  try {
    return await loadSources(sql, AUTH_SECRET);
  } finally {
    await sql.end();
  }
}

function liveCarriers(sources: readonly LoadedSource[], seed: number, now: number): Map<number, LiveCarrier> {
  const mounted = new Map<number, LoadedDevice[]>();
  for (const device of sources.flatMap(({ devices }) => devices)) {
    if (!device.carrier) continue;
    const together = mounted.get(device.carrier.id) ?? [];
    together.push(device);
    mounted.set(device.carrier.id, together);
  }
  return new Map(
    [...mounted].map(([id, devices]) => {
      const { carrier } = devices[0] as LoadedDevice;
      return [id, LiveCarrier.of(carrier as NonNullable<typeof carrier>, devices, seed, now)];
    }),
  );
}

const liveDevice = (loaded: LoadedDevice, carriers: ReadonlyMap<number, LiveCarrier>, now: number): LiveDevice =>
  new LiveDevice(loaded, (loaded.carrier && carriers.get(loaded.carrier.id)) ?? null, now);

type Timing = { firstMs: number; intervalSeconds: number; startedAt: number };

/** The loop of one gateway: each interval it collects the due reports and delivers them, unless it is silent. */
async function run(
  name: string,
  devices: readonly LiveDevice[],
  courier: Courier,
  { firstMs, intervalSeconds, startedAt }: Timing,
  stopped: AbortSignal,
): Promise<void> {
  const story = scenarioOf(name);
  const firstAt = startedAt + firstMs;
  for (let round = 0; ; round += 1) {
    const dueAt = firstAt + round * intervalSeconds * 1000;
    if (!(await pause(dueAt - Date.now(), stopped))) return;
    const now = Date.now();
    courier.keep(devices.filter((device) => isTurn(device, round)).flatMap((device) => device.report(now)));
    // Not awaited: a slow answer must not delay the devices.
    if (!isSilent(story, startedAt, now)) void courier.deliver();
  }
}

/** Whether a device reports in a round: in the first, then every few rounds, with devices spread over the rounds. */
function isTurn({ serialNumber, reportIntervalSeconds }: LiveDevice, round: number): boolean {
  const every = Math.max(1, Math.round(reportIntervalSeconds / USUAL_SECONDS));
  return round === 0 || (round + hashText(serialNumber)) % every === 0;
}

/** Waits; returns false if the simulator was stopped meanwhile. */
async function pause(milliseconds: number, stopped: AbortSignal): Promise<boolean> {
  try {
    await sleep(Math.max(0, milliseconds), undefined, { signal: stopped });
    return true;
  } catch {
    return false;
  }
}

main().catch((error: unknown) => {
  log.error({ err: error }, "simulator: cannot start");
  process.exitCode = 1;
});
