import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Db, openDb } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { startEmbeddedPostgres } from "../../scripts/embedded-pg.mjs";
import { ensureBuild, WEB_SERVER } from "../../scripts/product/build.mjs";
import { freePort } from "../../scripts/product/port.mjs";
import { readSettings, serviceEnvironment } from "../../scripts/product/settings.mjs";
import { Supervisor } from "../../scripts/product/supervisor.mjs";
import { makeCustomer, makeFridge } from "../factories/world";
import { isolatedEnvironment, TEST_ENVIRONMENT } from "../support/environment";

const SENDERS = 4;
const BATCHES = 90;
/** Small ones go in by an insert, large ones by COPY: each half of the senders has one of them. */
const sizeOf = (sender: number) => (sender % 2 === 0 ? 60 : 400);
/** When the database is stopped at once, by how many batches were tried. */
const STOPS = [60, 140, 240];

const dataDirectory = mkdtempSync(join(tmpdir(), "frostline-restart-"));
const supervisor = new Supervisor();
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let db: Db;
let baseUrl: string;
let token: string;
let fridges: Awaited<ReturnType<typeof makeFridge>>[];

/** A PostgreSQL that keeps what it commits, and a web server of its own on top; no worker is needed to take readings. */
beforeAll(async () => {
  // The server runs as another user when the tests run as root.
  chmodSync(dataDirectory, 0o755);
  postgres = await startEmbeddedPostgres({ dataDirectory, durable: true });
  await migrateDatabase(postgres.url);
  db = openDb(postgres.url, 2);
  const owner = await makeCustomer(db);
  token = owner.token;
  fridges = [];
  for (let sender = 0; sender < SENDERS; sender += 1) fridges.push(await makeFridge(db, owner));

  await ensureBuild({ say: () => {}, run: supervisor.run });
  const environment = isolatedEnvironment({
    ...TEST_ENVIRONMENT,
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDirectory,
    PORT: String(await freePort()),
    HOST: "localhost",
  });
  const settings = readSettings(environment);
  const env = serviceEnvironment(
    settings,
    { databaseUrl: postgres.url, secret: TEST_ENVIRONMENT.AUTH_SECRET },
    environment,
  );
  supervisor.start({ name: "web", args: [WEB_SERVER], env });
  baseUrl = settings.address;
  await until(async () => (await fetch(`${baseUrl}/service/openapi.json`)).ok);
}, 300_000);

afterAll(async () => {
  await db?.$client.end({ timeout: 1 });
  await supervisor.stop();
  await postgres?.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
});

async function until(check: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (await check().catch(() => false)) return;
    await pause(100);
  }
  throw new Error("it did not come up within 30 s");
}

type Batch = { sender: number; first: number; outcome: "accepted" | number | "no answer" };
/** Within the fridge's limits: what alarms do about it is another test's matter. */
const temperatureAt = (index: number) => 3 + (index % 400) / 100;
const START = Date.UTC(2026, 8, 1);

async function send(sender: number, first: number) {
  const device = fridges[sender]?.sensor.serialNumber;
  const readings = Array.from({ length: sizeOf(sender) }, (_, index) => ({
    device,
    at: START + (first + index) * 1000,
    values: { temperature: temperatureAt(first + index) },
  }));
  const response = await fetch(`${baseUrl}/service/ingest/readings`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ readings }),
    signal: AbortSignal.timeout(15_000),
  });
  const { result } = (await response.json()) as { result: { accepted: number; duplicates: number } | null };
  return { status: response.status, result };
}

/** Stops the server without a checkpoint, as a crash does, and starts it again on the same port. */
async function restart(): Promise<void> {
  postgres.kill();
  await pause(300);
  postgres = await startEmbeddedPostgres({ dataDirectory, durable: true });
}

const storedOf = async ({ sender, first }: Batch) => {
  const probeId = fridges[sender]?.probes.temperature as number;
  const rows = await db.$client<{ value: number }[]>`
    select value from reading where probe_id = ${probeId}
       and at >= to_timestamp(${START / 1000 + first}::float8) and at < to_timestamp(${START / 1000 + first + sizeOf(sender)}::float8)
     order by at`;
  return rows.map(({ value }) => value);
};
const valuesOf = ({ sender, first }: Batch) =>
  Array.from({ length: sizeOf(sender) }, (_, index) => temperatureAt(first + index));

describe("a database that is restarted while batches come in", () => {
  const batches: Batch[] = [];
  const refused = () => batches.filter(({ outcome }) => outcome !== "accepted");

  it("gives each batch an answer, and answers again when it is back", async () => {
    let restarting: Promise<void> = Promise.resolve();
    const stops = [...STOPS];
    const stream = async (sender: number) => {
      for (let index = 0; index < BATCHES; index += 1) {
        const batch: Batch = { sender, first: index * sizeOf(sender), outcome: "no answer" };
        batches.push(batch);
        if (batches.length === stops[0]) {
          stops.shift();
          restarting = restarting.then(restart);
        }
        try {
          const { status, result } = await send(sender, batch.first);
          batch.outcome = result?.accepted === sizeOf(sender) ? "accepted" : status;
        } catch (error) {
          if (error instanceof Error && error.name === "TimeoutError") throw error;
        }
        // A device that was refused tries again later; the test goes on with the next batch.
        if (batch.outcome !== "accepted") await pause(150);
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, (_, sender) => stream(sender)));
    await restarting;
    expect(batches).toHaveLength(SENDERS * BATCHES);
    expect(refused().length, "the restart hit nothing").toBeGreaterThan(0);
    expect(batches.length - refused().length, "nothing got through").toBeGreaterThan(BATCHES);
    // Not available, and nothing else: a device may take it as "again later".
    expect(new Set(refused().map(({ outcome }) => outcome))).toEqual(new Set([503]));
    await until(async () => (await fetch(`${baseUrl}/service/ingest/readings`, { method: "POST" })).status === 401);
  }, 180_000);

  it("holds every batch that was accepted, whole", async () => {
    for (const batch of batches.filter(({ outcome }) => outcome === "accepted"))
      expect(await storedOf(batch), `${batch.sender} from ${batch.first}`).toEqual(valuesOf(batch));
  });

  it("holds of every other batch all or nothing", async () => {
    for (const batch of refused()) expect([0, sizeOf(batch.sender)]).toContain((await storedOf(batch)).length);
  });

  it("takes what is sent again, once", async () => {
    for (const batch of refused()) {
      const { status, result } = await send(batch.sender, batch.first);
      expect(status).toBe(200);
      expect((result?.accepted ?? 0) + (result?.duplicates ?? 0)).toBe(sizeOf(batch.sender));
      expect(await storedOf(batch)).toEqual(valuesOf(batch));
    }
  });

  it("has rolled up each reading once", async () => {
    const total = batches.reduce((sum, { sender }) => sum + sizeOf(sender), 0);
    const [raw] = await db.$client`select count(*)::int as count, sum(value) as sum from reading`;
    const [rolled] = await db.$client`select sum(count)::int as count, sum(sum) as sum from reading_hour`;
    expect([raw?.count, rolled?.count]).toEqual([total, total]);
    expect(rolled?.sum).toBeCloseTo(raw?.sum, 3);
  });
});
