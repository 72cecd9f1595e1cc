import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Courier as CourierType } from "./courier";

vi.stubEnv("LOG_LEVEL", "silent");
const { Courier } = await import("./courier");

type Call = { token: string | undefined; devices: string[] };

const report = (device: string, at = 0) => ({ device, at, values: { temperature: 5 } });

describe("a courier", () => {
  let server: Server;
  let calls: Call[];
  let answers: number[];
  let stop: AbortController;
  let courier: CourierType;

  beforeEach(async () => {
    calls = [];
    answers = [];
    stop = new AbortController();
    server = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      const readings = (JSON.parse(body) as { readings: { device: string }[] }).readings;
      calls.push({ token: request.headers.authorization, devices: readings.map(({ device }) => device) });
      response.writeHead(answers.shift() ?? 200, { "content-type": "application/json" });
      response.end(JSON.stringify({ accepted: readings.length, duplicates: 0, rejected: [] }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    courier = new Courier("GW1-1", `http://127.0.0.1:${port}`, "token", stop.signal);
  });

  afterEach(async () => {
    stop.abort();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it("delivers in order under its token and then has nothing left", async () => {
    courier.keep([report("A"), report("B")]);
    await courier.deliver();
    await courier.deliver();
    expect(calls).toEqual([{ token: "Bearer token", devices: ["A", "B"] }]);
  });

  it("cuts a long backlog into batches", async () => {
    courier.keep(Array.from({ length: 1200 }, (_, index) => report(`D${index}`)));
    await courier.deliver();
    expect(calls.map(({ devices }) => devices.length)).toEqual([500, 500, 200]);
    expect(calls.flatMap(({ devices }) => devices)).toEqual(Array.from({ length: 1200 }, (_, index) => `D${index}`));
  });

  it("tries again after an overload, with what came meanwhile behind it", async () => {
    answers = [503];
    courier.keep([report("A")]);
    const delivering = courier.deliver();
    while (calls.length === 0) await sleep(5);
    courier.keep([report("B")]);
    await delivering;
    expect(calls.map(({ devices }) => devices)).toEqual([["A"], ["A", "B"]]);
  });

  it("keeps what it could not deliver while nobody listened", async () => {
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    courier.keep([report("A")]);
    const delivering = courier.deliver();
    await sleep(100);
    courier.keep([report("B")]);
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    await delivering;
    expect(calls.map(({ devices }) => devices)).toEqual([["A", "B"]]);
  });

  it("ends its waiting when it is stopped", async () => {
    answers = Array.from({ length: 50 }, () => 503);
    courier.keep([report("A")]);
    const delivering = courier.deliver();
    while (calls.length === 0) await sleep(5);
    stop.abort();
    await delivering;
    expect(calls).toHaveLength(1);
  });

  it("gives up a batch that will never be taken, and goes on", async () => {
    answers = [400];
    courier.keep([report("A")]);
    await courier.deliver();
    courier.keep([report("B")]);
    await courier.deliver();
    expect(calls.map(({ devices }) => devices)).toEqual([["A"], ["B"]]);
  });

  it("stops for good when its token is refused", async () => {
    answers = [401];
    courier.keep([report("A")]);
    await courier.deliver();
    courier.keep([report("B")]);
    await courier.deliver();
    expect(calls).toHaveLength(1);
  });
});
