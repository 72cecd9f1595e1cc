import { createECDH, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { db } from "@/db/client";
import { pushSubscription } from "@/db/schema";
import { getPushState } from "@/features/notice/push/push.operations";
import { resetEnvironment } from "@/lib/env/env";
import { accountContext, makeUser } from "../factories/account";

/**
 * A local push service that accepts every notification and records it by its browser's path in `paths`. `subscribe`
 * adds a browser of an account. While it runs, push services at private addresses are allowed.
 */
export async function startPushService() {
  const paths: string[] = [];
  const server = createServer(async (request, response) => {
    await buffer(request);
    paths.push(request.url ?? "");
    response.writeHead(201).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  process.env.PUSH_PRIVATE = "on";
  resetEnvironment();

  async function subscribe(userId: number): Promise<string> {
    const { publicKey } = await getPushState.call(await accountContext(db(), { id: userId }), {});
    const path = `/${randomBytes(6).toString("hex")}`;
    const ecdh = createECDH("prime256v1");
    ecdh.generateKeys();
    const keys = { p256dh: ecdh.getPublicKey("base64url"), auth: randomBytes(16).toString("base64url") };
    const endpoint = `http://127.0.0.1:${port}${path}`;
    await db()
      .insert(pushSubscription)
      .values({ userId, endpoint, ...keys, label: "Chrome, Android", publicKey });
    return path;
  }

  /** Creates an account with a subscribed browser; returns its id. */
  async function makeAccount(customerId: number): Promise<number> {
    const { id } = await makeUser(db(), customerId);
    await subscribe(id);
    return id;
  }

  async function close(): Promise<void> {
    delete process.env.PUSH_PRIVATE;
    resetEnvironment();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }

  return { paths, subscribe, makeAccount, close };
}
