import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ERRORS } from "@/lib/errors";
import { ROOT } from "./paths.mjs";

/** Answers as Next.js does where a route has no such method, or as an operation of ours where the path says `own`. */
const SERVER = `
  import { createServer } from "node:http";
  createServer((request, response) => {
    response.statusCode = request.method === "GET" ? 200 : 405;
    if (request.url.includes("own")) response.setHeader("x-request-id", "own-id");
    response.end(request.method === "GET" || request.url.includes("own") ? "own" : undefined);
  }).listen(0, "127.0.0.1", function () { console.log(this.address().port); });
`;

let server: ReturnType<typeof spawn>;
let baseUrl: string;

beforeAll(async () => {
  const args = ["--import", "./scripts/product/method-answer.mjs", "--input-type=module", "--eval", SERVER];
  server = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(server.stdout as NodeJS.ReadableStream, "data");
  baseUrl = `http://127.0.0.1:${String(port).trim()}`;
});
afterAll(() => server.kill());

const answer = async (method: string, path: string, body?: string) => {
  const response = await fetch(baseUrl + path, { method, ...(body !== undefined && { body }) });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

it.each([
  ["PATCH", "/service/zone/7"],
  ["DELETE", "/service/health"],
  ["POST", "/service/health?a=1"],
  ["PUT", "/service"],
])("a method that a call does not have gets the envelope: %s %s", async (method, path) => {
  const { status, headers, text } = await answer(method, path, method === "DELETE" ? undefined : '{"a":1}');
  const { code } = ERRORS.METHOD_NOT_ALLOWED;
  const requestId = headers.get("x-request-id");
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.parse(text)).toMatchObject({ state: { code, error: "METHOD_NOT_ALLOWED", requestId }, result: null });
  expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
    ERRORS.METHOD_NOT_ALLOWED.status,
    "application/json",
    "private, no-store",
  ]);
});

it("what is answered, and what is no call, stays as it is", async () => {
  expect(await answer("GET", "/service/health")).toMatchObject({ status: 200, text: "own" });
  expect(await answer("POST", "/service/own")).toMatchObject({ status: 405, text: "own" });
  expect(await answer("POST", "/services")).toMatchObject({ status: 405, text: "" });
  expect(await answer("POST", "/zh-CN/service/x")).toMatchObject({ status: 405, text: "" });
});
