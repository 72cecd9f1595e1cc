import { type ChildProcess, spawn } from "node:child_process";
import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { device, deviceCommand } from "@/db/schema";
import { issueCommands } from "@/features/device/configuration/configuration.operations";
import { simulatedGatewayToken } from "@/features/simulation/credential.rules";
import { SCENARIO_DEVICES } from "@/features/simulation/scenario.rules";
import { hashToken } from "@/lib/auth/token";
import { checkHealth } from "@/lib/health/presence";
import { liveBus } from "@/lib/live/live";
import { ROOT, typescript } from "../../scripts/product/paths.mjs";
import { freePort } from "../../scripts/product/port.mjs";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { testDatabaseUrl } from "../support/database";
import { isolatedEnvironment, TEST_ENVIRONMENT } from "../support/environment";

const START_MS = 60_000;
/** Half an hour: whatever is read within these tests is read once. */
const INTERVAL_SECONDS = "1800";

/** Worker and simulator as processes of their own, as a start has them. */
describe("the worker's door and the simulated gateways", () => {
  let owner: Awaited<ReturnType<typeof makeCustomer>>;
  let gateway: Awaited<ReturnType<typeof makeGateway>>;
  let env: NodeJS.ProcessEnv;
  let worker: ChildProcess;
  let simulator: ChildProcess;
  const ids: Record<string, { id: number; probeId: number }> = {};

  const start = (file: string) => spawn(process.execPath, typescript(file), { cwd: ROOT, env, stdio: "ignore" });
  const stop = async (child: ChildProcess | undefined) => {
    if (!child || child.exitCode !== null) return child?.exitCode;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    return ended;
  };

  beforeAll(async () => {
    owner = await makeCustomer(db());
    const serialNumber = `GW-${owner.code}`.toUpperCase();
    const token = simulatedGatewayToken(TEST_ENVIRONMENT.AUTH_SECRET, serialNumber);
    gateway = await makeGateway(db(), owner.id, { serialNumber, ingestTokenHash: hashToken(token) });
    const behind = async (name: string, typeCode: string, settings: Record<string, unknown>, serial?: string) => {
      const { sensor, probes } = await makeFridge(db(), owner, {
        gatewayId: gateway.id,
        device: { typeCode, settings, reportIntervalSeconds: 60, ...(serial && { serialNumber: serial }) },
      });
      ids[name] = { id: sensor.id, probeId: probes.temperature as number };
    };
    await behind("willing", "zbp_1", { sampleIntervalSeconds: 120 });
    await behind("unable", "lora_1", { transmitPower: 18 });
    await behind("dead", "zbp_1", { sampleIntervalSeconds: 120 }, SCENARIO_DEVICES["dead-sensor"]);
    env = isolatedEnvironment({
      ...TEST_ENVIRONMENT,
      DATABASE_URL: testDatabaseUrl(),
      MQTT_PORT: String(await freePort()),
      HOSTNAME: "127.0.0.1",
      // Vitest has one of its own.
      BASE_URL: "",
      SIMULATE_INTERVAL_SECONDS: INTERVAL_SECONDS,
    });
    worker = start("worker/main.ts");
    simulator = start("scripts/simulate.ts");
  });
  afterAll(async () => {
    await Promise.all([stop(simulator), stop(worker)]);
    await liveBus().close();
    await db().$client.end({ timeout: 5 });
  });

  const idOf = (name: string) => ids[name]?.id as number;

  it("find each other: readings and properties come in", async () => {
    await expect.poll(async () => (await checkHealth(db())).mqtt, { timeout: START_MS, interval: 250 }).toBe(true);
    const properties = async () =>
      (await db().select().from(device).where(eq(device.id, gateway.id)))[0]?.properties ?? {};
    await expect.poll(properties, { timeout: START_MS, interval: 250 }).toMatchObject({ tcpLink: "up" });
    const stored = async () =>
      (await db().$client`select 1 from reading where probe_id = ${ids.willing?.probeId as number}`).length;
    await expect.poll(stored, { timeout: 60_000, interval: 250 }).toBeGreaterThan(0);
  }, 150_000);

  it("carry commands to and fro: one is taken, one refused, one not answered", async () => {
    const admin = await accountContext(db(), await makeUser(db(), owner.id));
    for (const name of Object.keys(ids)) await issueCommands.call(admin, { deviceIds: [idOf(name)] });
    const ends = async () => {
      const wanted = [idOf("willing"), idOf("unable")];
      const rows = await db().select().from(deviceCommand).where(inArray(deviceCommand.deviceId, wanted));
      return Object.fromEntries(rows.map(({ deviceId, result }) => [deviceId, result]));
    };
    await expect
      .poll(ends, { timeout: 60_000, interval: 250 })
      .toEqual({ [idOf("willing")]: "succeeded", [idOf("unable")]: "failed" });
    const rows = await db()
      .select()
      .from(device)
      .where(
        inArray(
          device.id,
          Object.values(ids).map(({ id }) => id),
        ),
      );
    const of = (name: string) => rows.find(({ id }) => id === idOf(name));
    expect(of("willing")).toMatchObject({ configStatus: "configured", reportIntervalSeconds: 120 });
    expect(of("unable")).toMatchObject({ configStatus: "fail", appliedSettings: null });
    expect(of("dead")).toMatchObject({ configStatus: "configuring" });
  });

  it("stop when they are asked to, and the door is shut", async () => {
    expect(await stop(simulator)).toBe(0);
    expect(await stop(worker)).toBe(0);
    expect(await checkHealth(db())).toEqual({ db: true, worker: false, mqtt: false });
  });
});
