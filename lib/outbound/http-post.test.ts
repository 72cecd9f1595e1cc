import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { postOnce } from "./http-post";

const served = new WeakSet<Socket>();
/** Answers each connection once and closes it on further data, like a gateway whose idle timeout has just expired. */
const server = createServer((request, response) => {
  if (served.has(request.socket)) return request.socket.destroy();
  served.add(request.socket);
  request.resume().once("end", () => response.writeHead(202).end());
});

beforeAll(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it("does not post on a connection that the other side may be closing", async () => {
  const target = {
    host: "127.0.0.1",
    port: (server.address() as AddressInfo).port,
    isTls: false,
    mayReachPrivate: true,
    path: "/",
    timeoutMs: 10_000,
    username: "",
    password: null,
  };
  const message = (key: string) => ({ key, contentType: "text/plain", body: "4.1" });
  for (const key of ["one", "two", "three"]) expect(await postOnce(target, undefined, message(key))).toBe(202);
});
