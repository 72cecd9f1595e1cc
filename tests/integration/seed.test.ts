import { readFileSync } from "node:fs";
import { verify } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Db, openDb } from "@/db/client";
import type { DeviceKind } from "@/db/enums";
import { ensurePartitions } from "@/db/partitions";
import { type DemoOptions, seedDemo } from "@/db/seed/demo";
import recorded from "@/db/seed/demo/munich-track.json";
import { REASON_CODES } from "@/db/seed/reasons";
import { seedReference } from "@/db/seed/reference";
import { NORMAL } from "@/features/alarm/condition/range.rules";
import { settingIssues, settingsOf } from "@/features/device/device.rules";
import { SettingsInput } from "@/features/device/device.schema";
import { pinHashOf } from "@/features/notice/contact/contact.data";
import { contentOf } from "@/features/role/template.rules";
import { simulatedCustomerToken, simulatedGatewayToken } from "@/features/simulation/credential.rules";
import { SCENARIO_DEVICES } from "@/features/simulation/scenario.rules";
import { followTransports } from "@/features/transport/transport.jobs";
import { getBoard } from "@/features/transport/transport.operations";
import { verifyChain } from "@/lib/audit/verify-chain";
import { ALL_PERMISSIONS, grantable } from "@/lib/auth/permissions";
import { hashToken } from "@/lib/auth/token";
import { distanceMetres } from "@/lib/geo/sphere";
import { accountContext } from "../factories/account";
import { testDatabaseUrl } from "../support/database";
import { TEST_ENVIRONMENT } from "../support/environment";
import { longSuite } from "../support/long";

const NOW = Date.parse("2026-11-20T08:15:30Z");

const DEMO: DemoOptions = { now: NOW, seed: 1, authSecret: TEST_ENVIRONMENT.AUTH_SECRET, password: "Frost2026" };

const HOUR_MS = 3_600_000;
type Road = (readonly [seconds: number, longitude: number, latitude: number])[];

let db: Db;
beforeAll(() => {
  db = openDb(testDatabaseUrl(), 4);
});
afterAll(() => db.$client.end());

const one = async <T>(query: Promise<readonly T[]>): Promise<T> => (await query)[0] as T;
const fingerprint = () =>
  one(db.$client<Record<string, string>[]>`
    select (select md5(string_agg(customer::text, ',' order by id)) from customer) as customers,
           (select md5(string_agg(role::text, ',' order by id)) from role) as roles,
           (select md5(string_agg(role_permission::text, ',' order by role_id, code)) from role_permission) as permissions,
           (select md5(string_agg(user_account::text, ',' order by id)) from user_account) as users,
           (select md5(string_agg(parameter::text, ',' order by id)) from parameter) as parameters,
           (select md5(string_agg(exception_reason::text, ',' order by id)) from exception_reason) as reasons`);

describe("partitions", () => {
  it("are made by many at once, for every month of a span, with UTC edges", async () => {
    const [from, to] = [Date.parse("2031-11-30T23:30:00Z"), Date.parse("2032-01-01T00:00:00Z")];
    await Promise.all(Array.from({ length: 6 }, () => ensurePartitions(db.$client, from, to)));
    const made = await db.$client<{ name: string; bound: string }[]>`
      select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound from pg_class c
       where c.relname ~ '^(reading|position)_203[12]_' and c.relkind = 'r' order by 1`;
    const months = ["2031_11", "2031_12", "2032_01"];
    expect(made.map(({ name }) => name)).toEqual(
      ["position", "reading"].flatMap((table) => months.map((month) => `${table}_${month}`)),
    );
    expect(made[1]?.bound).toBe("FOR VALUES FROM ('2031-12-01 00:00:00+00') TO ('2032-01-01 00:00:00+00')");
  });
});

describe("reference data", () => {
  it("is the platform, Root with every permission, the parameters and the reasons", async () => {
    const root = await one(db.$client<{ username: string; type: string; scope: number }[]>`
      select u.username, c.type, r.scope_type as scope from user_account u
        join role r on r.id = u.role_id join customer c on c.id = u.customer_id where u.id = 1 and c.id = 1`);
    expect(root).toEqual({ username: "root", type: "platform", scope: 3 });
    const codes = await db.$client<{ code: string }[]>`
      select rp.code from role_permission rp join user_account u on u.role_id = rp.role_id where u.id = 1`;
    expect(codes.map(({ code }) => code).sort()).toEqual([...ALL_PERMISSIONS].sort());
    const reasons = await db.$client<
      { code: string }[]
    >`select code from exception_reason where customer_id is null order by id`;
    expect(reasons.map(({ code }) => code)).toEqual([...REASON_CODES]);
    const coefficient = await one(db.$client<{ content: string }[]>`
      select content from parameter where code = 'device.faultToleranceCoefficient' and customer_id is null`);
    expect(Number(coefficient.content)).toBe(3);
  });

  it("changes nothing when seeded again", async () => {
    const before = await fingerprint();
    expect(await seedReference(db, { rootPassword: "Another1" })).toEqual({ generatedPassword: null });
    expect(await fingerprint()).toEqual(before);
  });

  it("leaves alone what people changed, and gives Root the permissions of this release", async () => {
    await db.$client`update parameter set content = '5' where code = 'device.faultToleranceCoefficient'`;
    await db.$client`delete from exception_reason where code = 'other'`;
    await db.$client`delete from role_permission where role_id = (select role_id from user_account where id = 1) and code = ${ALL_PERMISSIONS[0] as string}`;
    await db.$client`insert into role_permission (role_id, code) select role_id, 'viewSomethingOld' from user_account where id = 1`;
    await seedReference(db);
    const after = await one(db.$client<{ content: string; reasons: number; codes: number; old: number }[]>`
      select (select content from parameter where code = 'device.faultToleranceCoefficient') as content,
             (select count(*)::int from exception_reason where code = 'other') as reasons,
             (select count(*)::int from role_permission rp join user_account u on u.role_id = rp.role_id where u.id = 1) as codes,
             (select count(*)::int from role_permission where code = 'viewSomethingOld') as old`);
    expect(after).toEqual({ content: "5", reasons: 0, codes: ALL_PERMISSIONS.length, old: 0 });
    await db.$client`insert into exception_reason (code, name) values ('other', 'Other')`;
  });
});

type Configured = {
  kind: DeviceKind;
  typeCode: string;
  serialNumber: string;
  configStatus: string;
  settings: Record<string, string | number | boolean>;
  appliedSettings: Record<string, unknown> | null;
};

longSuite(null)("the demo world", () => {
  beforeAll(async () => {
    const counts = await seedDemo(db, DEMO);
    expect(counts).toMatchObject({ carriers: 61, devices: 169 });
  });

  it("is made once", async () => {
    expect(await seedDemo(db, DEMO)).toBeNull();
  });

  it("has its five accounts with the password and the right reach", async () => {
    const accounts = await db.$client<
      { username: string; hash: string; scope: number; customers: number; scenes: number }[]
    >`
      select u.username, u.password_hash as hash, r.scope_type as scope,
             (select count(*)::int from user_customer where user_id = u.id) as customers,
             (select count(*)::int from user_scene where user_id = u.id) as scenes
        from user_account u join role r on r.id = u.role_id order by u.username`;
    expect(accounts.map(({ hash: _, ...account }) => account)).toEqual([
      { username: "admin", scope: 1, customers: 0, scenes: 0 },
      { username: "agent", scope: -1, customers: 2, scenes: 0 },
      { username: "platform", scope: 2, customers: 0, scenes: 0 },
      { username: "root", scope: 3, customers: 0, scenes: 0 },
      { username: "user", scope: 0, customers: 0, scenes: 1 },
    ]);
    for (const { hash } of accounts) expect(await verify(hash, "Frost2026")).toBe(true);
  });

  it("gives each account the codes of its kind, and the nurse a handful", async () => {
    const roles = await db.$client<{ username: string; codes: string[]; places: number; isDefault: boolean }[]>`
      select u.username, u.is_default as "isDefault", array(select code from role_permission where role_id = u.role_id) as codes,
             ((select count(*) from role_scene where role_id = u.role_id)
              + (select count(*) from role_customer where role_id = u.role_id))::int as places
        from user_account u order by u.username`;
    const of = Object.fromEntries(roles.map(({ username, codes }) => [username, [...codes].sort()]));
    expect(of.admin).toEqual([...grantable(1, false)].sort());
    expect(of.agent).toEqual(of.admin);
    expect(of.platform).toEqual([...grantable(2, false)].sort());
    expect(of.user).toEqual([...contentOf("nurse").codes, "handleWorkOrder"].sort());
    expect(of.user).toEqual([
      "acknowledgeEx",
      "editRecordPoint",
      "handleEx",
      "handleWorkOrder",
      "newWorkOrder",
      "submitRecordPoint",
      "viewCar",
      "viewDataZone",
      "viewEx",
      "viewExReason",
      "viewGas",
      "viewGateway",
      "viewHistory",
      "viewIncubator",
      "viewLot",
      "viewMagnetism",
      "viewMonitorPointRealTime",
      "viewOtherCarrier",
      "viewRecordPoint",
      "viewRefrigerator",
      "viewRefrigeratory",
      "viewScene",
      "viewSensor",
      "viewStore",
      "viewWarehouse",
      "viewWorkOrder",
    ]);
    expect(roles.map(({ username, places, isDefault }) => `${username} ${places} ${isDefault}`)).toEqual([
      "admin 0 true",
      "agent 2 false",
      "platform 0 false",
      "root 0 false",
      "user 1 false",
    ]);
  });

  it("ends its history at now, rolled up exactly", async () => {
    const found = await one(db.$client<{ newest: number; ahead: number; oldest: number; differing: number }[]>`
      select (${NOW}::float8 / 1000 - extract(epoch from max(at)))::float8 as newest,
             count(*) filter (where at > to_timestamp(${NOW}::float8 / 1000))::int as ahead,
             ((${NOW}::float8 / 1000 - extract(epoch from min(at))) / 86400)::float8 as oldest,
             (select count(*)::int from (
                select probe_id, date_trunc('hour', at, 'UTC') as hour, count(*) as n, sum(value) as s, min(value) as low, max(value) as high
                  from reading group by 1, 2) raw
               full join reading_hour h using (probe_id, hour)
              where raw.n is distinct from h.count or abs(raw.s - h.sum) > 1e-6 or raw.low is distinct from h.minimum
                 or raw.high is distinct from h.maximum) as differing
        from reading`);
    expect(found.newest).toBeLessThan(5);
    expect(found.ahead).toBe(0);
    expect(found.oldest).toBeGreaterThan(29.9);
    expect(found.differing).toBe(0);
  });

  it("has values for the times on record, but where the device fell silent", async () => {
    const found = await one(db.$client<{ due: number; met: number }[]>`
      select count(*)::int as due, count(*) filter (where exists (
               select from reading r where r.probe_id = m.probe_id and r.at <= due.at
                  and r.at >= due.at - make_interval(secs => 2 * d.report_interval_seconds)))::int as met
        from carrier_record_time t
        join carrier c on c.id = t.carrier_id join customer cu on cu.id = c.customer_id
        join mounting m on m.carrier_id = c.id and m.unmounted_at is null
        join probe p on p.id = m.probe_id and p.measure = 'temperature' join device d on d.id = p.device_id
       cross join generate_series(1, 20) as day
       cross join lateral (select (date_trunc('day', to_timestamp(${NOW}::float8 / 1000) at time zone cu.time_zone)
         - make_interval(days => day) + make_interval(mins => t.minute_of_day)) at time zone cu.time_zone as at) due`);
    expect(found.due).toBeGreaterThan(300);
    expect(found.met / found.due).toBeGreaterThan(0.95);
  });

  it("remembers the alarms that go on as its open exceptions say", async () => {
    const open = await db.$client<
      {
        kind: string;
        serial: string;
        alarm: Record<string, { phase: string; startedAt?: number }>;
        condition: string;
        started: number;
      }[]
    >`
      select e.kind, d.serial_number as serial, ps.alarm, e.condition_id::text as condition,
             (extract(epoch from e.started_at) * 1000)::float8 as started
        from exception e join device d on d.id = e.device_id join probe_state ps on ps.probe_id = e.probe_id
       where e.ended_at is null order by d.serial_number`;
    expect(open.map(({ serial }) => serial)).toEqual(
      [SCENARIO_DEVICES["warm-freezer"], SCENARIO_DEVICES["humid-hall"], SCENARIO_DEVICES["dead-sensor"]].sort(),
    );
    for (const { kind, alarm, condition, started } of open) {
      if (kind === "range") expect(alarm[condition]).toMatchObject({ phase: "alarm", startedAt: started });
    }
    const calm = await one(db.$client<{ alarm: Record<string, unknown> }[]>`
      select ps.alarm from probe_state ps join probe p on p.id = ps.probe_id join device d on d.id = p.device_id
       where d.serial_number = ${SCENARIO_DEVICES["failing-compressor"]} and p.measure = 'temperature'`);
    expect(Object.values(calm.alarm)).toEqual([NORMAL]);
  });

  it("leaves a trail behind what people did, in chains that hold", async () => {
    const [counted] = await db.$client<{ handled: number; told: number }[]>`
      select count(*) filter (where handled_at <= to_timestamp(${DEMO.now} / 1000.0))::int as handled,
             (select count(*)::int from audit where operation = 'exception.handle') as told from exception`;
    expect(counted?.told).toBe(counted?.handled);
    expect(counted?.told).toBeGreaterThan(20);
    const heads = await db.$client<{ id: number }[]>`select customer_id::int as id from audit_head`;
    // With the platform's own, which has no row yet.
    expect(heads).toHaveLength(4);
    for (const { id } of heads) expect((await verifyChain(db, id)).firstBroken).toBeNull();
  });

  it("leaves the dying fridge just inside its range", async () => {
    const { value } = await one(db.$client<{ value: number }[]>`
      select ps.last_value as value from probe_state ps join probe p on p.id = ps.probe_id join device d on d.id = p.device_id
       where d.serial_number = ${SCENARIO_DEVICES["failing-compressor"]} and p.measure = 'temperature'`);
    expect(value).toBeGreaterThan(7.3);
    expect(value).toBeLessThan(8);
  });

  it("stores the hashes of the tokens that the simulator derives", async () => {
    const gateways = await db.$client<{ serial: string; hash: string }[]>`
      select serial_number as serial, ingest_token_hash as hash from device where kind = 'gateway'`;
    expect(gateways).toHaveLength(12);
    for (const { serial, hash } of gateways) {
      expect(hash).toBe(hashToken(simulatedGatewayToken(DEMO.authSecret, serial)));
    }
    const customers = await db.$client<{ code: string; hash: string }[]>`
      select code, ingest_token_hash as hash from customer where type = 'customer'`;
    for (const { code, hash } of customers) expect(hash).toBe(hashToken(simulatedCustomerToken(DEMO.authSecret, code)));
  });

  it("holds alarms back where the carrier or its switch says so", async () => {
    const raised = await one(db.$client<{ count: number }[]>`
      select count(*)::int from exception e join carrier c on c.id = e.carrier_id
       where c.status <> 'running' or c.alarm_switch <> 'on' or c.alarm_trigger_id is null`);
    expect(raised.count).toBe(0);
    const states = await db.$client<{ status: string; count: number }[]>`
      select status, count(*)::int from carrier where status <> 'running' group by status order by status`;
    expect(states.map(({ status }) => status)).toEqual(["backup", "defrost", "repaired", "retirement"]);
  });

  it("notifies who is on duty, and has contacts who reply with the PIN that the README names", async () => {
    const rows = await db.$client<
      { id: number; name: string; hash: string; account: string | null; channels: string[] }[]
    >`
      select c.id::int, c.name, c.pin_hash as hash, u.username as account, c.channels
        from contact c left join user_account u on u.id = c.user_id where c.pin_hash is not null order by c.id`;
    expect(rows.map(({ name, account, channels }) => [name, account, channels.includes("push")])).toEqual([
      ["林晓梅", "user", true],
      ["吴嘉欣", null, false],
      ["陈国栋", null, false],
    ]);
    const pin = /PIN (\d{4,8})/.exec(readFileSync("README.md", "utf8"))?.[1] ?? "";
    for (const { id, hash } of rows) expect(hash).toBe(pinHashOf(id, pin));
    const told = await db.$client<{ remark: string; count: number }[]>`
      select remark, count(*)::int from notice where remark is not null group by remark`;
    expect(told.find(({ remark }) => remark === "onDuty")?.count).toBeGreaterThan(3);
  });

  it("tells each acknowledgement by a reply as it was: asked for by SMS or a call, answered, and told to the others", async () => {
    const stories = await db.$client<
      { via: string; asked: string | null; replies: number; told: number; toSelf: number; trail: number }[]
    >`
      select e.acknowledged_via as via,
             (select n.content from notice n where n.exception_id = e.id and n.channel = e.acknowledged_via and n.type = 'alarm'
                 and n.status = 'sent' and n.contact_name = e.acknowledged_by_contact and n.at < e.acknowledged_at
               order by n.at limit 1) as asked,
             (select count(*)::int from notice n where n.exception_id = e.id and n.type = 'reply' and n.status = 'received'
                 and n.at = e.acknowledged_at) as replies,
             (select count(*)::int from notice n where n.exception_id = e.id and n.type = 'alarm' and n.at > e.acknowledged_at + interval '10 s') as told,
             (select count(*)::int from notice n where n.exception_id = e.id and n.type = 'acknowledged'
                 and n.contact_name = e.acknowledged_by_contact) as "toSelf",
             (select count(*)::int from audit a where a.entity_id = e.id::text and a.actor_type = 'contact'
                 and a.operation like 'exception.acknowledgeBy%') as trail
        from exception e where e.acknowledged_by_contact_id is not null`;
    expect(new Set(stories.map(({ via }) => via))).toEqual(new Set(["sms", "voice"]));
    for (const { asked, via, ...rest } of stories) {
      expect(rest).toEqual({ replies: 1, told: 0, toSelf: 0, trail: 1 });
      expect(asked).toMatch(via === "sms" ? /OK [2-9][A-Z]\+PIN/ : /请按 1/);
    }
  });

  it("has had an outage of the mail server, which a test ended and every mail outlived", async () => {
    const outages = await db.$client<
      { from: Date; to: Date; channel: string; failing: number; lost: number; test: number }[]
    >`
      select o.started_at as from, o.ended_at as to, o.channel,
             (select count(*)::int from notice n where n.channel = 'email' and n.status = 'failed' and n.fault = 'channel'
                 and n.at between o.started_at and o.ended_at) as failing,
             (select count(*)::int from notice n where n.channel = 'email' and n.status = 'sent'
                 and n.at > o.started_at + interval '2 s' and n.at < o.ended_at) as lost,
             (select count(*)::int from notice n where n.type = 'test' and n.status = 'sent' and n.at = o.ended_at) as test
        from channel_outage o`;
    expect(outages).toMatchObject([{ channel: "email", lost: 0, test: 1 }]);
    expect(outages[0]?.failing).toBeGreaterThan(3);
    const open = await db.$client`
      select from notice n where n.channel = 'email' and n.status = 'failed' and n.fault = 'channel' and not exists (
        select from notice later where later.exception_id = n.exception_id and later.recipient = n.recipient
           and later.channel = 'email' and later.status = 'sent' and later.at > n.at)`;
    expect(open).toHaveLength(0);
  });

  it("tells its failures with a reason and nothing else", async () => {
    const { silent, spoken } = await one(db.$client<{ silent: number; spoken: number }[]>`
      select count(*) filter (where status = 'failed' and reason = '')::int as silent,
             count(*) filter (where status = 'sent' and reason <> '')::int as spoken from notice`);
    expect({ silent, spoken }).toEqual({ silent: 0, spoken: 0 });
  });

  it("calls no device configured that has no parameters, or others than its type allows", async () => {
    const devices = await db.$client<Configured[]>`
      select kind, type_code as "typeCode", serial_number as "serialNumber", config_status as "configStatus", settings,
             applied_settings as "appliedSettings" from device`;
    const configured = devices.filter(({ configStatus }) => configStatus === "configured");
    expect(configured.length).toBeGreaterThan(100);
    for (const { kind, typeCode, serialNumber, settings, appliedSettings } of configured) {
      expect(settingsOf(kind, typeCode).length > 0, serialNumber).toBe(Object.keys(settings).length > 0);
      expect(settingIssues(kind, typeCode, settings), serialNumber).toEqual([]);
      expect(SettingsInput.safeParse(settings).error?.issues ?? [], serialNumber).toEqual([]);
      expect(appliedSettings, serialNumber).toEqual(settings);
    }
    for (const { settings, configStatus } of devices) if (configStatus !== "configured") expect(settings).toEqual({});
  });

  it("has a transport on the way that does not arrive, wherever its lorry drives", async () => {
    const [now, signal] = [new Date(NOW), new AbortController().signal];
    await followTransports.run({}, { db, now, attempt: 1, maximumAttempts: 1, signal });
    const { items } = await getBoard.call(await accountContext(db, { id: 1 }, { now }), {});
    const going = items.filter(({ state }) => state === "underway");
    expect(going).toMatchObject([{ progress: { nextStop: 1, position: {} } }]);
    const [{ progress, stops }] = going as [(typeof going)[number]];
    expect(progress.etaAt).toBeGreaterThan(NOW + 2 * HOUR_MS);
    expect(progress.delayMinutes).toBeLessThan(0);
    for (const [, longitude, latitude] of recorded.points as unknown as Road)
      for (const stop of stops.slice(1)) {
        const metres = distanceMetres([longitude, latitude], [stop.longitude as number, stop.latitude as number]);
        expect(metres).toBeGreaterThan(10_000);
      }
  });

  it("has the certificate of each calibrated device, and binds the bases that hang somewhere", async () => {
    const [counts] = await db.$client<
      { due: number; unpapered: number; bases: number; unbound: number; told: number }[]
    >`
      select (select count(*)::int from calibration) as due,
             (select count(*)::int from device d join probe p on p.device_id = d.id and p.measure = 'temperature'
               where d.kind = 'sensor' and d.calibration_due_on is not null and not exists (
                 select from calibration k where k.device_id = d.id and k.due_on = d.calibration_due_on)) as unpapered,
             (select count(distinct device_id)::int from device_binding where unbound_at is null) as bases,
             (select count(*)::int from device d join probe p on p.device_id = d.id
                join mounting m on m.probe_id = p.id and m.unmounted_at is null
               where d.kind = 'base' and not exists (select from device_binding b
                      where b.device_id = d.id and b.carrier_id = m.carrier_id and b.unbound_at is null)) as unbound,
             (select count(*)::int from calibration where notice_on <= ${"2026-11-20"} and notice_sent_at is null) as told`;
    expect(counts).toMatchObject({ unpapered: 0, unbound: 0, told: 0 });
    expect(counts?.due).toBeGreaterThan(20);
    expect(counts?.bases).toBeGreaterThan(0);
  });
});
