import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROOT } from "./paths.mjs";

/** Answers with the header that the app reads, and whether the secret of the process precedes the address. */
const SERVER = `
  import { createServer } from "node:http";
  createServer((request, response) => {
    const [secret, address] = String(request.headers["x-peer-address"]).split(" ");
    response.end(JSON.stringify({ isMarked: secret === process.env.FROSTLINE_PEER_SECRET, address }));
  }).listen(0, "127.0.0.1", function () { console.log(this.address().port); });
`;

let server: ReturnType<typeof spawn>;
let baseUrl: string;

beforeAll(async () => {
  const args = ["--import", "./scripts/product/peer-address.mjs", "--input-type=module", "--eval", SERVER];
  const env = { ...process.env, FROSTLINE_PEER_SECRET: "known" };
  server = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(server.stdout as NodeJS.ReadableStream, "data");
  baseUrl = `http://127.0.0.1:${String(port).trim()}`;
});
afterAll(() => server.kill());

it.each([{}, { "x-peer-address": "1.1.1.1" }, { "x-peer-address": "known 1.1.1.1" }])(
  "the address on the socket replaces the header of the client, under a secret that nobody chooses: %j",
  async (headers) => {
    const response = await fetch(baseUrl, { headers: headers as Record<string, string> });
    expect(await response.json()).toEqual({ isMarked: true, address: "127.0.0.1" });
  },
);
