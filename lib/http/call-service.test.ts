import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { callService, ServiceError } from "./call-service";

let stop = () => {};
afterEach(() => stop());

/** Starts a server that answers like this; returns its URL. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  stop = () => {
    server.closeAllConnections();
    server.close();
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/service/x`;
}

const json = (status: number, body: unknown): RequestListener => {
  return (_request, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};

const failure = (call: Promise<unknown>): Promise<ServiceError> =>
  call.then(
    () => Promise.reject(new Error("it succeeded")),
    (error: unknown) => (error instanceof ServiceError ? error : Promise.reject(error)),
  );

describe("callService", () => {
  it("returns the result and sends the body as JSON", async () => {
    const heard: string[] = [];
    const url = await serve(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      heard.push(`${request.method} ${request.headers["content-type"]} ${text}`);
      response.end(JSON.stringify({ state: { code: 200000, msg: "ok" }, result: { id: 4 } }));
    });
    expect(await callService(url, { method: "POST", body: { comment: "看过" } })).toEqual({ id: 4 });
    expect(heard).toEqual(['POST application/json {"comment":"看过"}']);
  });

  it("lets the business code win over the status", async () => {
    const url = await serve(json(200, { state: { code: 409, msg: "taken" }, result: null }));
    expect(await failure(callService(url))).toMatchObject({ key: "CONFLICT", code: 409, msg: "taken" });
  });

  it("carries the issues and the request id", async () => {
    const issues = [{ path: "comment", rule: "too_small", message: "too short" }];
    const url = await serve(json(422, { state: { code: 422, msg: "no", requestId: "r-1", issues }, result: null }));
    expect(await failure(callService(url))).toMatchObject({ key: "INVALID", issues, requestId: "r-1" });
  });

  it.each([
    [401, 500100, "UNAUTHENTICATED"],
    [401, 500104, "LOGIN_REPLACED"],
    [403, 500102, "FORBIDDEN"],
    [500, 500000, "INTERNAL"],
    [418, 999999, "INTERNAL"],
  ])("names %d with code %d %s", async (status, code, key) => {
    const url = await serve(json(status, { state: { code, msg: "" }, result: null }));
    expect(await failure(callService(url))).toMatchObject({ key, code });
  });

  it("goes by the status when something in between answers with a page", async () => {
    const url = await serve((_request, response) => response.writeHead(503).end("<html>"));
    expect(await failure(callService(url))).toMatchObject({ key: "UNAVAILABLE", code: 503 });
  });

  it("tells an answer that is cut off, by the line or by patience, from one of something in between", async () => {
    const begin: RequestListener = (_request, response) =>
      response.writeHead(200, { "content-type": "application/json", "content-length": 100 }).write('{"state":');
    const cut = await serve((request, response) => {
      begin(request, response);
      setTimeout(() => request.socket.destroy(), 20);
    });
    expect(await failure(callService(cut))).toMatchObject({ key: "network", code: 0 });
    const slow = await serve(begin);
    expect(await failure(callService(slow, { timeoutMs: 100 }))).toMatchObject({ key: "timeout", code: 0 });
  });

  it("tells a network that is down from an abort", async () => {
    const url = await serve((request) => request.socket.destroy());
    expect(await failure(callService(url))).toMatchObject({ key: "network", code: 0 });
    const controller = new AbortController();
    const silent = await serve(() => {});
    const call = callService(silent, { signal: controller.signal });
    controller.abort(new Error("left"));
    await expect(call).rejects.toThrow("left");
  });
});
