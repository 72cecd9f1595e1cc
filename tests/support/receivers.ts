import { createECDH, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import ece from "http_ece";
import { startMailbox } from "./smtp";

/** The request to an SMS or voice gateway. */
export type Text = { to: string; text: string; key: string; code: string };
/** What the service worker of a browser displays. */
export type Shown = { title: string; body: string; url: string; keys: string[] };

const TEMPLATE = '{"to":"{{to}}","text":"{{text}}","key":"{{key}}","code":"{{code}}"}';

/** Local receivers of all notice channels: a mail server, two gateways, and a push service with one browser. */
export async function startReceivers() {
  const mailbox = await startMailbox();
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const auth = randomBytes(16).toString("base64url");
  const received = { sms: [] as Text[], voice: [] as Text[], push: [] as Shown[] };
  const decrypted = (body: Buffer): Shown =>
    JSON.parse(ece.decrypt(body, { version: "aes128gcm", privateKey: browser, authSecret: auth }).toString());
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    if (request.url?.startsWith("/push")) received.push.push(decrypted(body));
    else received[request.url === "/sms" ? "sms" : "voice"].push(JSON.parse(body.toString()));
    response.writeHead(201).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...received,
    mails: mailbox.mails,
    /** The environment that the product is started with. */
    env: {
      SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
      SMS_WEBHOOK_URL: `${address}/sms`,
      SMS_WEBHOOK_BODY: TEMPLATE,
      VOICE_WEBHOOK_URL: `${address}/voice`,
      VOICE_WEBHOOK_BODY: TEMPLATE,
      PUSH_PRIVATE: "on",
    },
    /** The subscription as provided by the browser. */
    subscription: { endpoint: `${address}/push`, keys: { p256dh: browser.getPublicKey("base64url"), auth } },
    async close() {
      server.closeAllConnections();
      server.close();
      await mailbox.close();
    },
  };
}

export type Receivers = Awaited<ReturnType<typeof startReceivers>>;
