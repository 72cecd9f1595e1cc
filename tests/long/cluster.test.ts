import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clockOff } from "../../scripts/testing/hours.mjs";
import { makeUser, openSessionOf } from "../factories/account";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { hasFakeClock, itWithFakeClock } from "../support/clock";
import { type Cluster, startCluster, until } from "../support/cluster";
import { LiveClient } from "../support/live-client";
import { hasMosquitto, itWithMosquitto, type Mosquitto, startMosquitto } from "../support/mosquitto";
import { hurryQueue } from "../support/queue";
import { hasRedis, itWithRedis, type RedisServer, startRedis } from "../support/redis";
import { type Mailbox, startMailbox } from "../support/smtp";
import { HttpSender, MqttSender, NO_ANSWER, type SteadySender, type Told } from "../support/steady-sender";

const WARM = 12;
const COLD = 5;
const PEOPLE = ["ada", "bo"];
/** Senders by HTTP and by MQTT: at each fault one of both finds its fridge too warm. */
const SENDERS = 4;
/** Rows of an export that takes a while. */
const EXPORTED = 8000;
const FIVE_MINUTES = 300_000;

type Place<S extends SteadySender = SteadySender> = { sender: S; probeId: number; people: string[] };

let cluster: Cluster;
let owner: Awaited<ReturnType<typeof makeCustomer>>;
let mailbox: Mailbox;
let redis: RedisServer | undefined;
let mosquitto: Mosquitto | undefined;
let screen: LiveClient;
let silent: { probeId: number; people: string[] };
const byHttp: Place<HttpSender>[] = [];
const byMqtt: Place<MqttSender>[] = [];
let faults = 0;
/** Mails whose recipient was named so far, and what the server waits for before it takes one. */
let begun = 0;
let gate: Promise<void> = Promise.resolve();

const peopleOf = (name: string) => PEOPLE.map((person) => `${person}@${name}.example`);
const toldByMail = (people: readonly string[]) => ({
  contacts: people.map((email) => ({ name: email, email, channels: ["email" as const] })),
  plan: [{ channels: ["email" as const] }],
});

beforeAll(async () => {
  const beforeRecipient = () => {
    begun += 1;
    return gate;
  };
  mailbox = await startMailbox({ beforeRecipient });
  redis = hasRedis ? await startRedis() : undefined;
  mosquitto = hasMosquitto ? await startMosquitto() : undefined;
  cluster = await startCluster({
    SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    ...(redis && { REDIS_URL: redis.url }),
  });
  const { db, baseUrl, mqttUrl } = cluster;
  owner = await makeCustomer(db);
  for (let index = 0; index < SENDERS; index += 1) {
    const people = peopleOf(`http-${index}`);
    const { sensor, probes } = await makeFridge(db, owner, toldByMail(people));
    // Some clocks of devices are wrong all the time.
    const clockMs = index % 3 === 1 ? FIVE_MINUTES : index % 3 === 2 ? -FIVE_MINUTES : 0;
    const sender = new HttpSender(sensor.serialNumber, baseUrl, owner.token, clockMs).start();
    byHttp.push({ sender, probeId: probes.temperature as number, people });
  }
  for (let index = 0; index < SENDERS; index += 1) {
    const people = peopleOf(`mqtt-${index}`);
    const gateway = await makeGateway(db, owner.id);
    const { sensor, probes } = await makeFridge(db, owner, { ...toldByMail(people), gatewayId: gateway.id });
    const sender = new MqttSender(sensor.serialNumber, gateway.mac as string, gateway.token, mqttUrl).start();
    byMqtt.push({ sender, probeId: probes.temperature as number, people });
  }
  silent = await fallSilent();
  const account = await makeUser(db, owner.id);
  screen = new LiveClient(baseUrl, (await openSessionOf(db, account)).token);
}, 300_000);

afterAll(async () => {
  await Promise.all([screen?.stop(), ...places().map(({ sender }) => sender.abandon())]);
  await cluster?.close();
  await Promise.all([mailbox?.close(), redis?.stop(), mosquitto?.stop()]);
});

const places = (): Place[] => [...byHttp, ...byMqtt];

const acceptedOf = (some: readonly Place[]) => some.reduce((sum, { sender }) => sum + sender.accepted.length, 0);

/** Whether all that was accepted is there; a sender that got no answer knows less than is stored. */
async function areStored(some: readonly Place[]): Promise<boolean> {
  for (const { sender, probeId } of some) {
    const rows = await cluster.db.$client<{ at: number }[]>`
      select (extract(epoch from at) * 1000)::float8 as at from reading where probe_id = ${probeId}`;
    const stored = new Set(rows.map(({ at }) => at));
    if (!sender.accepted.every(({ at }) => stored.has(at))) return false;
  }
  return true;
}

/** A device that says one thing, and then nothing more. */
async function fallSilent() {
  const people = peopleOf("silent");
  const { sensor, probes } = await makeFridge(cluster.db, owner, {
    ...toldByMail(people),
    noData: true,
    device: { reportIntervalSeconds: 5 },
  });
  const response = await fetch(`${cluster.baseUrl}/service/ingest/readings`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${owner.token}` },
    body: JSON.stringify({
      readings: [{ device: sensor.serialNumber, at: Date.now(), values: { temperature: COLD } }],
    }),
  });
  expect(response.status).toBe(200);
  return { probeId: probes.temperature as number, people };
}

const newestIs = (value: number, some: readonly Place[]) =>
  until(`${value} is accepted`, async () => some.every(({ sender }) => sender.newest?.value === value));

/** Whether more has been taken of each than there was. */
const allTaken = (before: readonly number[]) =>
  places().every(({ sender }, index) => sender.accepted.length > (before[index] ?? 0));

/** Everybody has got rid of what was measured meanwhile, and the open console shows it. */
async function caughtUp() {
  const before = places().map(({ sender }) => sender.measured);
  await until("all is caught up", async () => allTaken(before));
  const newest = places().map(({ sender, probeId }) => ({ probeId, at: sender.newest?.at ?? 0 }));
  await until("the console shows it", async () =>
    newest.every(({ probeId, at }) => (screen.values.get(probeId)?.at ?? 0) >= at),
  );
}

const mailsTo = (person: string) =>
  mailbox.mails.filter(({ to }) => [to].flat().some((address) => address?.text === person));

/** Makes what waits for others to share its message due now. */
const hurry = () => hurryQueue(cluster.db);

/** The spells of warmth among readings, each from its first one to the first that was cold. */
function spellsOf(told: readonly Told[]) {
  const spells: { startedAt: number; endedAt: number | null }[] = [];
  for (const { at, value } of told) {
    const last = spells.at(-1);
    const isWarm = last?.endedAt === null;
    if (value === WARM && !isWarm) spells.push({ startedAt: at, endedAt: null });
    if (value === COLD && last && isWarm) last.endedAt = at;
  }
  return spells;
}

/** Messages that differ: one that comes again has the same key. */
const keysTo = (person: string) => new Set(mailsTo(person).map(({ messageId }) => messageId));

async function untilTold(people: readonly string[], times: number) {
  await until(`${people} are told`, async () => {
    await hurry();
    return people.every((person) => keysTo(person).size >= times);
  });
}

/** A fridge by HTTP grows warm before the fault and one by MQTT in it; both are cold again when it is over. */
async function amid(fault: (warmUp: () => void) => Promise<void>) {
  const [before, during] = [byHttp[faults % SENDERS], byMqtt[faults % SENDERS]] as [Place, Place];
  const warm = [before, during];
  faults += 1;
  before.sender.value = WARM;
  try {
    await newestIs(WARM, [before]);
    await fault(() => {
      during.sender.value = WARM;
    });
    await cluster.untilHealthy();
    await newestIs(WARM, warm);
    await caughtUp();
  } finally {
    for (const { sender } of warm) sender.value = COLD;
  }
  await newestIs(COLD, warm);
  for (const { sender, people } of warm) await untilTold(people, spellsOf(sender.accepted).length);
}

describe("readings by HTTP and MQTT that never stop, an open console, and mails to people", {
  timeout: 120_000,
}, () => {
  it("while the database is restarted", () =>
    amid(async (warmUp) => {
      const restarting = cluster.restartDatabase("orderly", 1500);
      await pause(300);
      warmUp();
      await restarting;
    }));

  it("while the database crashes", () =>
    amid(async (warmUp) => {
      warmUp();
      await cluster.restartDatabase("crash", 300);
    }));

  itWithRedis("while Redis is gone", () =>
    amid(async (warmUp) => {
      await redis?.kill();
      for (const { sender } of places()) sender.slowestMs = 0;
      warmUp();
      // Nobody waits for it: what is measured now is taken now.
      const before = places().map(({ sender }) => sender.measured);
      const areTaken = until("readings are taken without Redis", async () => allTaken(before), 20);
      await areTaken.finally(() => redis?.start());
      const slowest = Math.max(...places().map(({ sender }) => sender.slowestMs));
      console.log(`without Redis: the slowest answer took ${Math.round(slowest)} ms`);
      expect(slowest).toBeLessThan(8000);
    }),
  );

  it("while the worker with the broker is killed", () =>
    amid(async (warmUp) => {
      await cluster.worker.end();
      warmUp();
      await pause(500);
      cluster.worker.start();
    }));

  it("while web and worker are killed in the middle of storing and adding up", () =>
    amid(async (warmUp) => {
      const held = await cluster.db.$client.reserve();
      await held`begin`;
      await held`lock table reading_hour in exclusive mode`;
      // Asked from another connection: within a transaction the first answer stands.
      const waiting = async () => {
        const [row] = await cluster.db.$client`
          select count(*)::int as count from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query ilike '%reading_hour%'`;
        return Number(row?.count);
      };
      await until("both are adding up", async () => (await waiting()) >= 2);
      await Promise.all([cluster.web.end(), cluster.worker.end()]);
      warmUp();
      await held`rollback`;
      held.release();
      cluster.web.start();
      cluster.worker.start();
    }));

  it("while web is killed in the middle of an export, which nobody takes for a whole one", () =>
    amid(async (warmUp) => {
      const { db, baseUrl } = cluster;
      const other = await makeCustomer(db);
      await db.$client`
        insert into carrier (customer_id, scene_id, name, type)
        select ${other.id}, ${other.sceneId}, 'fridge ' || n, 'refrigerator' from generate_series(1, ${EXPORTED}::int) as n`;
      const { token } = await openSessionOf(db, await makeUser(db, other.id));
      const ask = () =>
        fetch(`${baseUrl}/service/carrier/export?format=csv`, { headers: { authorization: `Bearer ${token}` } });
      const cut = await ask();
      const reader = (cut.body as ReadableStream<Uint8Array>).getReader();
      expect((await reader.read()).done).toBe(false);
      await cluster.web.end();
      const rest = async () => {
        while (!(await reader.read()).done);
      };
      await expect(rest()).rejects.toThrow();
      warmUp();
      cluster.web.start();
      await cluster.untilHealthy();
      const lines = (await (await ask()).text()).trim().split("\r\n");
      expect(lines).toHaveLength(EXPORTED + 1);
    }));

  it("while the mail server hangs, and the worker is killed in the middle of a mail", () =>
    amid(async (warmUp) => {
      let open = () => {};
      gate = new Promise((done) => {
        open = done;
      });
      begun = 0;
      warmUp();
      await until("a mail hangs", async () => {
        await hurry();
        return begun > 0;
      });
      await cluster.worker.end();
      cluster.worker.start();
      await until("another hangs, and is given up", async () => {
        await hurry();
        const [row] = await cluster.db
          .$client`select 1 from notice where status = 'failed' and reason ilike '%timeout%'`;
        return row !== undefined;
      });
      gate = Promise.resolve();
      open();
    }));

  itWithMosquitto("while a broker of the operator's own is restarted", () =>
    amid(async (warmUp) => {
      const outside = { MQTT_PORT: "off", MQTT_URL: mosquitto?.url as string };
      await cluster.worker.end("SIGTERM");
      cluster.worker.start(outside);
      await cluster.untilHealthy();
      for (const { sender } of byMqtt) sender.moveTo(outside.MQTT_URL);
      await mosquitto?.restart(async () => {
        warmUp();
        await pause(500);
      });
      await cluster.untilHealthy();
      // What the broker has taken it keeps while nobody asks for it.
      await cluster.worker.end();
      await newestIs(WARM, [byMqtt[(faults - 1) % SENDERS] as Place]);
      await pause(500);
      for (const { sender } of byMqtt) sender.moveTo(cluster.mqttUrl);
      cluster.worker.start(outside);
      await until("what the broker has kept is stored", () => areStored(byMqtt));
      await cluster.worker.end("SIGTERM");
      cluster.worker.start();
    }),
  );

  for (const seconds of [300, -300])
    itWithFakeClock(`while the clock of the product is ${seconds} s off`, () =>
      amid(async (warmUp) => {
        await Promise.all([cluster.web.end("SIGTERM"), cluster.worker.end("SIGTERM")]);
        warmUp();
        cluster.web.start(clockOff(seconds));
        cluster.worker.start(clockOff(seconds));
        await cluster.untilHealthy();
        const { headers } = await fetch(`${cluster.baseUrl}/service/health`);
        const off = (Date.parse(headers.get("date") ?? "") - Date.now()) / 1000;
        expect(Math.abs(off - seconds)).toBeLessThan(5);
      }),
    );
});

describe("after all of it", { timeout: 60_000 }, () => {
  const sent = new Map<number, readonly Told[]>();

  it("everything that was accepted is stored, once, and nothing else", async () => {
    if (hasFakeClock) {
      await Promise.all([cluster.web.end("SIGTERM"), cluster.worker.end("SIGTERM")]);
      cluster.web.start();
      cluster.worker.start();
      await cluster.untilHealthy();
    }
    await Promise.all(places().map(({ sender }) => sender.stop()));
    for (const { sender, probeId } of places()) sent.set(probeId, sender.accepted);
    // One more is that of the device that has fallen silent.
    const total = acceptedOf(places()) + 1;
    const [all] = await cluster.db.$client`select count(*)::int as count from reading`;
    console.log(`${total} readings accepted, ${all?.count} stored`);
    expect(all?.count).toBe(total);
    for (const [probeId, told] of sent) {
      const rows = await cluster.db.$client<Told[]>`
        select (extract(epoch from at) * 1000)::float8 as at, value from reading where probe_id = ${probeId} order by at`;
      expect(rows.map(({ at, value }) => [at, value])).toEqual(told.map(({ at, value }) => [at, value]));
    }
  });

  it("devices were told nothing but to come again", () => {
    const setbacks = new Set(places().flatMap(({ sender }) => [...sender.setbacks]));
    expect([...setbacks].sort()).toEqual([NO_ANSWER, "status 503"]);
  });

  it("the hours are what the readings add up to", async () => {
    const wrong = await cluster.db.$client`
      with raw as (
        select probe_id, date_trunc('hour', at) as hour, count(*)::int as count, sum(value) as sum, min(value) as minimum,
               max(value) as maximum
          from reading group by 1, 2)
      select * from raw r full join reading_hour h on h.probe_id = r.probe_id and h.hour = r.hour
       where h.count is distinct from r.count or h.minimum is distinct from r.minimum or h.maximum is distinct from r.maximum
          or abs(h.sum - r.sum) > 1e-6`;
    expect([...wrong]).toEqual([]);
  });

  it("each spell of warmth is one exception, from its first reading to the first that was cold", async () => {
    const rows = await cluster.db.$client<
      { probeId: number; kind: string; startedAt: number; endedAt: number | null }[]
    >`
      select probe_id::int as "probeId", kind, (extract(epoch from started_at) * 1000)::float8 as "startedAt",
             (extract(epoch from ended_at) * 1000)::float8 as "endedAt"
        from exception where withdrawn_at is null order by started_at`;
    const found = rows.filter(({ kind }) => kind === "range").map(({ kind: _, ...one }) => one);
    const expected = [...sent].flatMap(([probeId, told]) => spellsOf(told).map((spell) => ({ probeId, ...spell })));
    const inOrder = (some: typeof expected) =>
      some.sort((one, other) => one.probeId - other.probeId || one.startedAt - other.startedAt);
    expect(inOrder(found)).toEqual(inOrder(expected));
    expect(expected.length).toBeGreaterThanOrEqual(2 * faults);
    const others = rows.filter(({ kind }) => kind !== "range");
    expect(others).toMatchObject([{ kind: "no-data", probeId: silent.probeId, endedAt: null }]);
  });

  it("everybody was told of his fridge once", async () => {
    await untilTold(silent.people, 1);
    const concerned = [
      ...places().map(({ people, sender }) => ({ people, times: spellsOf(sender.accepted).length })),
      { ...silent, times: 1 },
    ].flatMap(({ people, times }) => people.map((person) => ({ person, times })));
    for (const { person, times } of concerned) {
      expect(keysTo(person).size, `messages to ${person}`).toBe(times);
      // A mail may come again, under the same key, where the worker died in the middle of it.
      const [row] = await cluster.db.$client<{ sent: number; cut: number }[]>`
        select count(*) filter (where status = 'sent')::int as sent,
               count(*) filter (where reason like '%whether this arrived%')::int as cut
          from notice where recipient = ${person}`;
      expect(mailsTo(person).length - times, `repeats to ${person}`).toBeLessThanOrEqual(row?.cut ?? 0);
      expect(row?.sent, `sent to ${person}`).toBe(times);
    }
    const pending = await cluster.db.$client`select 1 from outbox where status = 'pending'`;
    expect(pending).toHaveLength(0);
    const all = new Set(concerned.map(({ person }) => person));
    expect(mailbox.mails.filter(({ to }) => [to].flat().some((one) => !all.has(one?.text ?? "")))).toEqual([]);
  });

  it("the console shows what is stored", async () => {
    const rows = await cluster.db.$client<{ probeId: number; at: number; value: number }[]>`
      select probe_id::int as "probeId", (extract(epoch from last_at) * 1000)::float8 as at, last_value as value
        from probe_state where last_at is not null`;
    const shown = () => rows.map(({ probeId }) => ({ probeId, ...screen.values.get(probeId) }));
    await expect.poll(shown).toEqual([...rows]);
    console.log(`the console connected ${screen.connections} times and read anew ${screen.resets} times`);
    expect(screen.connections).toBeGreaterThan(2);
  });
});
