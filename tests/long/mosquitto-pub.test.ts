import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { db } from "@/db/client";
import { device } from "@/db/schema";
import { liveBus } from "@/lib/live/live";
import { EmbeddedBroker } from "@/lib/mqtt/embedded-broker";
import { OutsideBroker } from "@/lib/mqtt/outside-broker";
import { endpointHandlers } from "@/worker/mqtt";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { type Mosquitto, startMosquitto } from "../support/mosquitto";
import { describeWithBoth, describeWithMosquittoPub, mosquittoPub } from "../support/mosquitto-pub";

type Gateway = Awaited<ReturnType<typeof makeGateway>>;

let owner: Awaited<ReturnType<typeof makeCustomer>>;
let gateway: Gateway;
let neighbour: Gateway;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
/** Its own password at an outside broker, which knows nothing of ours. */
let passwords: Map<string, string>;
let clock = Date.UTC(2026, 8, 1);

beforeAll(async () => {
  owner = await makeCustomer(db());
  [gateway, neighbour] = [await makeGateway(db(), owner.id), await makeGateway(db(), owner.id)];
  passwords = new Map([gateway, neighbour].map(({ mac }) => [mac as string, `password of ${mac}`]));
});
beforeEach(async () => {
  fridge = await makeFridge(db(), owner, { gatewayId: gateway.id });
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const reading = (temperature = 4.25) => {
  clock += 1000;
  return { device: fridge.sensor.serialNumber, at: clock, values: { temperature } };
};
const body = (...readings: unknown[]) => JSON.stringify({ readings });
const as = ({ mac }: Gateway, password: string) => ["-u", mac as string, "-P", password];
const topicOf = ({ mac }: Gateway, end = "readings") => ["-t", `ingest/${mac}/${end}`];
const stored = async () => {
  const rows = await db().$client<{ value: number }[]>`
    select value from reading where probe_id = ${fridge.probes.temperature as number} order by at`;
  return rows.map(({ value }) => value);
};
const firmware = async () =>
  (await db().select().from(device).where(eq(device.id, gateway.id))).map(({ firmware: told }) => told)[0];

describeWithMosquittoPub("mosquitto_pub and the broker of the worker", () => {
  let broker: EmbeddedBroker;
  let url: string;
  const publish = (args: readonly string[], input?: string, who = as(gateway, gateway.token)) =>
    mosquittoPub(url, [...who, ...args], input);

  beforeAll(async () => {
    broker = await EmbeddedBroker.start("127.0.0.1", 0, endpointHandlers);
    url = `mqtt://127.0.0.1:${broker.port}`;
  });
  afterAll(() => broker.close());

  it.each(["0", "1", "2"])("delivers with QoS %s, once", async (qos) => {
    expect(await publish([...topicOf(gateway), "-q", qos, "-m", body(reading(3.5))])).toEqual({ code: 0, said: "" });
    await expect.poll(stored).toEqual([3.5]);
  });

  it("delivers as version 3.1 of the protocol, and is told that 5 is not spoken here", async () => {
    const by = (version: string) =>
      publish([...topicOf(gateway), "-i", "gw", "-V", version, "-q", "1", "-m", body(reading())]);
    expect(await by("mqttv31")).toEqual({ code: 0, said: "" });
    expect((await by("mqttv5")).said).toMatch(/Unsupported Protocol Version/i);
    expect(await stored()).toEqual([4.25]);
  });

  it("delivers a file, and a message for each line", async () => {
    expect((await publish([...topicOf(gateway), "-q", "1", "-s"], body(reading(1), reading(2)))).code).toBe(0);
    const lines = [3, 4, 5].map((value) => body(reading(value))).join("\n");
    expect((await publish([...topicOf(gateway), "-q", "1", "-l"], `${lines}\n`)).code).toBe(0);
    expect(await stored()).toEqual([1, 2, 3, 4, 5]);
  });

  it("delivers what is to be retained, which is not", async () => {
    expect((await publish([...topicOf(gateway), "-q", "1", "-r", "-m", body(reading(6))])).code).toBe(0);
    expect(await stored()).toEqual([6]);
    const properties = JSON.stringify({ gateway: { firmware: "9.1" } });
    expect((await publish([...topicOf(gateway, "properties"), "-q", "1", "-r", "-m", properties])).code).toBe(0);
    expect(await firmware()).toBe("9.1");
  });

  it("is heard with its good readings where others are bad, or all of the message is", async () => {
    const others = [null, { device: "nobody", at: clock, values: { temperature: 1 } }, reading(99_999)];
    for (const message of ["", "{", "[]", '{"readings":7}', body(...others, reading(7))])
      expect((await publish([...topicOf(gateway), "-q", "1", "-m", message])).code).toBe(0);
    expect((await publish([...topicOf(gateway), "-q", "1", "-n"])).code).toBe(0);
    expect(await stored()).toEqual([7]);
  });

  it.each<[string, () => string[]]>([
    ["a wrong password", () => as(gateway, "wrong")],
    ["another's password", () => as(gateway, neighbour.token)],
    ["the customer's token", () => as(gateway, owner.token)],
    ["no password", () => ["-u", gateway.mac as string]],
    ["no name", () => []],
  ])("is turned away with %s", async (_, who) => {
    const { code, said } = await publish([...topicOf(gateway), "-q", "1", "-m", body(reading())], "", who());
    expect(code).not.toBe(0);
    expect(said).toMatch(/not authori[sz]ed|bad user ?name or password|connection was lost/i);
    expect(await stored()).toEqual([]);
  });

  it.each<[string, () => string]>([
    ["of another gateway", () => `ingest/${neighbour.mac}/readings`],
    ["of commands", () => `command/${gateway.mac}/request`],
    ["of nobody", () => "somewhere/else"],
  ])("is cut off at a topic %s, and changes nothing", async (_, topic) => {
    const { said } = await publish(["-t", topic(), "-q", "1", "-m", body(reading())]);
    expect(await stored()).toEqual([]);
    expect(said).toMatch(/lost|error|refused|/i);
    expect((await publish([...topicOf(gateway), "-q", "1", "-m", body(reading(8))])).code).toBe(0);
    expect(await stored()).toEqual([8]);
  });
});

describeWithBoth("mosquitto_pub and a Mosquitto of the operator", () => {
  let folder: string;
  let mosquitto: Mosquitto;
  let door: OutsideBroker;
  const publish = (args: readonly string[], who = as(gateway, passwords.get(gateway.mac as string) ?? "")) =>
    mosquittoPub(mosquitto.url, [...who, ...args]);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "frostline-mosquitto-users-"));
    const users = join(folder, "users");
    writeFileSync(users, "");
    for (const [name, password] of [...passwords, ["frostline", "ours"]] as const)
      execFileSync("mosquitto_passwd", ["-b", users, name, password], { stdio: "ignore" });
    // The rules of docs/decisions/004-mqtt-and-commands.md.
    const rules = join(folder, "rules");
    writeFileSync(
      rules,
      [
        "user frostline",
        "topic readwrite ingest/#",
        "topic readwrite command/#",
        "",
        "pattern write ingest/%u/#",
        "pattern write command/%u/response",
        "pattern read command/%u/request",
        "",
      ].join("\n"),
    );
    mosquitto = await startMosquitto(["allow_anonymous false", `password_file ${users}`, `acl_file ${rules}`]);
    const ups: boolean[] = [];
    door = OutsideBroker.start(mosquitto.url.replace("//", "//frostline:ours@"), endpointHandlers, (isUp) =>
      ups.push(isUp),
    );
    await vi.waitFor(() => expect(ups.at(-1)).toBe(true), { timeout: 10_000 });
  });
  afterAll(async () => {
    await door.close();
    await mosquitto.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(["0", "1", "2"])("delivers with QoS %s, once", async (qos) => {
    expect(await publish([...topicOf(gateway), "-q", qos, "-m", body(reading(3.5))])).toEqual({ code: 0, said: "" });
    await expect.poll(stored).toEqual([3.5]);
  });

  it("delivers what is retained while it is live", async () => {
    expect((await publish([...topicOf(gateway), "-q", "1", "-r", "-m", body(reading(6))])).code).toBe(0);
    await expect.poll(stored).toEqual([6]);
    expect((await publish([...topicOf(gateway), "-q", "1", "-r", "-n"])).code).toBe(0);
  });

  it("is turned away with a wrong password, and with the token that opens ours", async () => {
    for (const password of ["wrong", gateway.token]) {
      const { code, said } = await publish(
        [...topicOf(gateway), "-q", "1", "-m", body(reading())],
        as(gateway, password),
      );
      expect(code).not.toBe(0);
      expect(said).toMatch(/not authori[sz]ed/i);
    }
    expect(await stored()).toEqual([]);
  });

  it("changes nothing at the topics of others, by the broker's rules", async () => {
    for (const topic of [`ingest/${neighbour.mac}/readings`, `command/${gateway.mac}/request`, "somewhere/else"])
      await publish(["-t", topic, "-q", "1", "-m", body(reading())]);
    expect((await publish([...topicOf(gateway), "-q", "1", "-m", body(reading(8))])).code).toBe(0);
    await expect.poll(stored).toEqual([8]);
  });
});
