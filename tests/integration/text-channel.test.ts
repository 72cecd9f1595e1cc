import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ChannelError } from "@/features/notice/delivery/channel.rules";
import { sendText } from "@/features/notice/delivery/channel.service";
import { resetEnvironment } from "@/lib/env/env";

type Post = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };

let server: Server;
let address: string;
let posts: Post[];
let answer: (response: ServerResponse) => void;

beforeEach(async () => {
  posts = [];
  answer = (response) => response.writeHead(202).end("queued");
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      posts.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
      answer(response);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  configure({});
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const VARIABLES = ["SMS_WEBHOOK_URL", "SMS_WEBHOOK_BODY", "VOICE_WEBHOOK_URL", "VOICE_WEBHOOK_BODY"] as const;

function configure(values: Partial<Record<(typeof VARIABLES)[number], string>>) {
  for (const name of VARIABLES) process.env[name] = values[name] ?? "";
  resetEnvironment();
}

const send = (channel: "sms" | "voice" = "sms") =>
  sendText(channel, " +8613900000001 ", 'Vaccine fridge: "9.5 °C"\nsince 10:00', "exception:7:1:sms:3:0");

/** Why it was not sent. */
const refused = (channel?: "sms" | "voice"): Promise<ChannelError> =>
  send(channel).then(
    () => expect.fail("it counts as sent"),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ChannelError);
      return error as ChannelError;
    },
  );

describe("a gateway that takes the message", () => {
  it("is posted number, text and key, and again with the same key", async () => {
    configure({ SMS_WEBHOOK_URL: `http://${address}/send?app=7` });
    await send();
    await send();
    expect(posts.map(({ headers }) => headers["idempotency-key"])).toEqual(Array(2).fill("exception:7:1:sms:3:0"));
    expect(posts[0]).toMatchObject({ method: "POST", url: "/send?app=7", body: posts[1]?.body });
    expect(posts[0]?.headers).toMatchObject({ "content-type": "application/json" });
    expect(posts[0]?.headers.authorization).toBeUndefined();
    expect(JSON.parse(posts[0]?.body ?? "")).toEqual({
      to: "+8613900000001",
      text: 'Vaccine fridge: "9.5 °C"\nsince 10:00',
      key: "exception:7:1:sms:3:0",
    });
  });

  it("is spoken to as its template says, with the name and password of its address", async () => {
    configure({
      SMS_WEBHOOK_URL: "http://127.0.0.1:1/",
      VOICE_WEBHOOK_URL: `http://AC1:s%40crét@${address}/Calls.json`,
      VOICE_WEBHOOK_BODY: "To={{to}}&Say={{text}}&Loop=2",
    });
    await send("voice");
    const [post] = posts;
    expect(post?.headers).toMatchObject({
      "content-type": "application/x-www-form-urlencoded",
      authorization: `Basic ${Buffer.from("AC1:s@crét").toString("base64")}`,
    });
    expect(Object.fromEntries(new URLSearchParams(post?.body))).toEqual({
      To: "+8613900000001",
      Say: 'Vaccine fridge: "9.5 °C"\nsince 10:00',
      Loop: "2",
    });
  });

  it("gets a password alone as a bearer token", async () => {
    configure({ SMS_WEBHOOK_URL: `http://:token-1@${address}` });
    await send();
    expect(posts[0]?.headers.authorization).toBe("Bearer token-1");
    expect(posts[0]?.url).toBe("/");
  });
});

describe("a message that was not taken", () => {
  it.each([
    [400, true],
    [413, true],
    [422, true],
    [401, false],
    [402, false],
    [403, false],
    [404, false],
    [408, false],
    [429, false],
    [500, false],
    [502, false],
    [503, false],
  ])("with %i is told so; final: %s", async (status, isFinal) => {
    configure({ SMS_WEBHOOK_URL: `http://${address}/` });
    answer = (response) => response.writeHead(status).end("an inner secret");
    const error = await refused();
    expect(error.message).toBe(`the SMS gateway answered HTTP ${status}`);
    expect(error.isFinal).toBe(isFinal);
    expect(posts).toHaveLength(1);
  });

  it("is not sent on to where a redirect points", async () => {
    configure({ SMS_WEBHOOK_URL: `http://${address}/` });
    answer = (response) => response.writeHead(307, { location: `http://${address}/elsewhere` }).end();
    expect(await refused()).toMatchObject({ message: "the SMS gateway answered HTTP 307", isFinal: true });
    expect(posts.map(({ url }) => url)).toEqual(["/"]);
  });

  it("may be tried again where the gateway is away or hangs up", async () => {
    configure({ SMS_WEBHOOK_URL: "http://127.0.0.1:1/", VOICE_WEBHOOK_URL: `http://${address}/` });
    expect(await refused()).toMatchObject({
      message: "the SMS gateway cannot be reached (ECONNREFUSED)",
      isFinal: false,
    });
    answer = (response) => response.destroy();
    expect(await refused("voice")).toMatchObject({
      message: "the voice gateway closed the connection before it answered (ECONNRESET)",
      isFinal: false,
    });
  });

  it("gives up a gateway that hangs after ten seconds, and may be tried again", async () => {
    configure({ SMS_WEBHOOK_URL: `http://${address}/` });
    answer = () => {};
    const started = performance.now();
    expect(await refused()).toMatchObject({ message: "the SMS gateway did not answer within 10 s", isFinal: false });
    expect(performance.now() - started).toBeGreaterThan(9_900);
    expect(performance.now() - started).toBeLessThan(19_000);
  });

  it("never leaves for where cloud hosts keep their credentials", async () => {
    configure({ SMS_WEBHOOK_URL: "http://169.254.169.254/latest" });
    expect(await refused()).toMatchObject({
      message: "the SMS gateway has an address that may not be reached",
      isFinal: true,
    });
  });

  it("says what is not set up", async () => {
    configure({ VOICE_WEBHOOK_URL: `http://${address}/` });
    expect(await refused()).toMatchObject({
      message: "the channel sms is not configured (SMS_WEBHOOK_URL)",
      isFinal: true,
    });
    await expect(sendText("voice", " ", "text", "key")).rejects.toMatchObject({
      message: "the contact has no telephone number",
      isFinal: true,
    });
    expect(posts).toHaveLength(0);
  });
});

describe("a start with a template that cannot work", () => {
  it("fails with the variable and the rule", () => {
    process.env.SMS_WEBHOOK_BODY = '{"to":"{{to}}"}';
    resetEnvironment();
    return expect(send()).rejects.toThrow("environment: SMS_WEBHOOK_BODY: must hold {{to}} and {{text}}");
  });
});
