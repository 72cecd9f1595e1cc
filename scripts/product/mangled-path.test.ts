import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROOT } from "./paths.mjs";

/** Answers with the address as the code behind the preload receives it. */
const SERVER = `
  import { createServer } from "node:http";
  createServer((request, response) => response.end(request.url)).listen(0, "127.0.0.1", function () {
    console.log(this.address().port);
  });
`;

let server: ReturnType<typeof spawn>;
let port: number;

beforeAll(async () => {
  const args = ["--import", "./scripts/product/mangled-path.mjs", "--input-type=module", "--eval", SERVER];
  server = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(server.stdout as NodeJS.ReadableStream, "data");
  port = Number(String(line).trim());
});
afterAll(() => server.kill());

const seen = (path: string) =>
  new Promise<string>((resolve, reject) => {
    request({ host: "127.0.0.1", port, path }, async (response) => {
      let text = "";
      for await (const part of response) text += part;
      resolve(text);
    })
      .on("error", reject)
      .end();
  });

it.each([
  ["/service/carrier/%ff", "/service/carrier/%EF%BF%BD"],
  ["/service/carrier/%FF/alarmSwitch?q=%ff&a=?", "/service/carrier/%EF%BF%BD/alarmSwitch?q=%ff&a=?"],
  ["/zh-CN/%E0%A4%A/x", "/zh-CN/%EF%BF%BD%EF%BF%BDA/x"],
  ["/%e5%86%b0/%", "/%e5%86%b0/%EF%BF%BD"],
  ["/a%2Fb%c3/%2e%2e/%zz", "/a%2Fb%EF%BF%BD/%2e%2e/%EF%BF%BDzz"],
  ["/en-US/a.b%25A", "/en-US/a.b%EF%BF%BDA"],
])("a path that is no text is made one: %s", async (path, expected) => {
  const url = await seen(path);
  expect(url).toBe(expected);
  expect(() => decodeURIComponent(url.split("?")[0] as string)).not.toThrow();
});

it.each(["/", "/service/carrier/7", "/zh-CN/%E5%86%B0%20?q=%ff%", "/%00", "/a%2Fb", "/%EF%BF%BD"])(
  "any other stays as it is: %s",
  async (path) => expect(await seen(path)).toBe(path),
);
