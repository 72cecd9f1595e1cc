import type { ChildProcess } from "node:child_process";
import { createServer as createWebServer, type Server as WebServer } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { eq, inArray } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { exception, notice } from "@/db/schema";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { resetEnvironment } from "@/lib/env/env";
import { liveBus } from "@/lib/live/live";
import { sendMail } from "@/lib/mail/mail";
import { type FridgeOptions, makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";
import { clearQueue } from "../support/queue";
import { endWorker, hurry, startWorker } from "../support/worker";

const PATIENT = { timeout: 60_000, interval: 100 };
/** More than a worker has places for one channel. */
const MAILS = 6;

let owner: Awaited<ReturnType<typeof makeCustomer>>;
let worker: ChildProcess | undefined;
let mailServer: Server;
let greet: (socket: Socket) => void;
const sockets = new Set<Socket>();
let gateway: WebServer;
let texts: string[];

beforeAll(async () => {
  owner = await makeCustomer(db(), { notifyBySms: true });
});
beforeEach(async () => {
  greet = () => {};
  mailServer = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    greet(socket);
  });
  texts = [];
  gateway = createWebServer((request, response) => {
    request.on("data", (chunk) => texts.push(String(chunk)));
    request.on("end", () => response.writeHead(202).end());
  });
  for (const server of [mailServer, gateway])
    await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
});
afterEach(async () => {
  await endWorker(worker);
  await clearQueue(db());
  for (const socket of sockets) socket.destroy();
  gateway.closeAllConnections();
  for (const server of [mailServer, gateway]) await new Promise((done) => server.close(done));
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const portOf = (server: Server | WebServer) => (server.address() as AddressInfo).port;

/** Fridges of the kind that are too warm; their exceptions. */
async function warmUp(count: number, options: FridgeOptions): Promise<number[]> {
  const now = Date.now();
  const fridges = await Promise.all(Array.from({ length: count }, () => makeFridge(db(), owner, options)));
  const readings = fridges.map(({ sensor }) => ({ device: sensor.serialNumber, at: now, values: { temperature: 12 } }));
  expect((await ingest(deviceContext(owner.id, new Date(now)), readings)).accepted).toBe(count);
  await hurry();
  const probeIds = fridges.map(({ probes }) => probes.temperature as number);
  const found = await db().select().from(exception).where(inArray(exception.probeId, probeIds));
  return found.map(({ id }) => id);
}

describe("a mail server that takes connections and never says a word", () => {
  it("holds up mails alone: text messages and pop-ups go out meanwhile, and the log says why the mails did not", async () => {
    const mailed = await warmUp(MAILS, {
      contacts: [{ name: "Ada", email: "ada@example.com", channels: ["email"] }],
      plan: [{ channels: ["email"] }],
    });
    worker = startWorker({
      SMTP_URL: `smtp://127.0.0.1:${portOf(mailServer)}`,
      SMS_WEBHOOK_URL: `http://127.0.0.1:${portOf(gateway)}/`,
    });
    await expect.poll(() => sockets.size, PATIENT).toBe(4);

    const [other] = await warmUp(1, {
      contacts: [{ name: "Bo", phone: "+8613900000001", channels: ["sms"] }],
      plan: [{ channels: ["sms", "popup"] }],
    });
    const log = () =>
      db()
        .select()
        .from(notice)
        .where(eq(notice.exceptionId, other as number));
    const told = async () => (await log()).map(({ channel, status }) => `${channel} ${status}`).sort();
    // The mails are given up after ten seconds; nobody waits for that.
    await expect.poll(told, PATIENT).toEqual(["popup sent", "sms sent"]);
    expect(texts).toHaveLength(1);
    expect(sockets.size).toBe(4);

    const failures = () => db().select().from(notice).where(inArray(notice.exceptionId, mailed));
    await expect.poll(async () => (await failures()).length, PATIENT).toBeGreaterThanOrEqual(4);
    for (const { status, reason } of await failures()) {
      expect(status).toBe("failed");
      expect(reason).toMatch(/greeting never received/i);
    }
  });

  it("is given up after half a minute, although it says a word every two seconds", async () => {
    const talks: NodeJS.Timeout[] = [];
    greet = (socket) => {
      socket.write("220 welcome\r\n");
      socket.once("data", () => talks.push(setInterval(() => socket.write("250-patience\r\n"), 2000)));
    };
    process.env.SMTP_URL = `smtp://127.0.0.1:${portOf(mailServer)}`;
    resetEnvironment();
    const started = performance.now();
    try {
      const mail = { to: "ada@example.com", subject: "warm", text: "warm", html: "", id: "drip" };
      await expect(sendMail(mail)).rejects.toThrow("the mail server has not taken the mail within 30 s");
      expect(performance.now() - started).toBeLessThan(32_000);
    } finally {
      for (const talk of talks) clearInterval(talk);
      process.env.SMTP_URL = "";
      resetEnvironment();
    }
  });
});
