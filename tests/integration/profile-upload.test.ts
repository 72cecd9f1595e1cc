import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/service/mine/avatar/route";
import { POST } from "@/app/service/mine/upload/route";
import { db } from "@/db/client";
import { storedFile } from "@/db/schema";
import { makeUser, openSessionOf } from "../factories/account";
import { makeJpeg, makePng } from "../factories/picture";
import { makeCustomer } from "../factories/world";

let own: Awaited<ReturnType<typeof makeCustomer>>;
let token: string;

beforeAll(async () => {
  own = await makeCustomer(db());
  token = (await openSessionOf(db(), await makeUser(db(), own.id))).token;
});
afterAll(() => db().$client.end({ timeout: 5 }));

const params = Promise.resolve({});
const files = async () => (await db().select().from(storedFile).where(eq(storedFile.customerId, own.id))).length;
const headers = (more: Record<string, string> = {}) => ({ authorization: `Bearer ${token}`, ...more });

async function post(body: BodyInit | Uint8Array, more: Record<string, string> = {}) {
  const init = { method: "POST", body, headers: headers(more), duplex: "half" } as RequestInit;
  const response = await POST(new Request("http://localhost/service/mine/upload", init), { params });
  const { state } = (await response.json()) as { state: { code: number; issues?: { path: string; rule: string }[] } };
  return { status: response.status, ...state };
}

function form(...parts: [name: string, value: Buffer | string, type?: string, file?: string][]): FormData {
  const data = new FormData();
  for (const [name, value, type, file] of parts) {
    if (typeof value === "string") data.set(name, value);
    else data.set(name, new Blob([new Uint8Array(value)], { type: type ?? "" }), file ?? "a.png");
  }
  return data;
}

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

describe("the upload", () => {
  it.each<[string, BodyInit | Uint8Array, Record<string, string>, string]>([
    ["a PNG as it is", makePng(), { "content-type": "image/png" }, "image/png"],
    ["a JPEG that is called a PNG", makeJpeg(), { "content-type": "image/png" }, "image/jpeg"],
    ["a JPEG in a form, under any name", form(["picture", makeJpeg(), "image/gif", "a.gif"]), {}, "image/jpeg"],
    [
      "a PNG in JSON",
      JSON.stringify({ file: `data:image/png;base64,${makePng().toString("base64")}` }),
      { "content-type": "application/json" },
      "image/png",
    ],
  ])("takes %s, and serves it as what it is", async (_, body, more, type) => {
    expect(await post(body, more)).toMatchObject({ status: 200, code: 200000 });
    const shown = await GET(new Request("http://localhost/service/mine/avatar", { headers: headers() }), { params });
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, type]);
    expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
    expect(shown.headers.get("content-security-policy")).toContain("sandbox");
  });

  it.each<[string, BodyInit | Uint8Array, Record<string, string>, number, string | undefined]>([
    ["an SVG with a script", SVG, { "content-type": "image/svg+xml" }, 422, "image"],
    ["an SVG that is called a PNG", SVG, { "content-type": "image/png" }, 422, "image"],
    ["an SVG in a form", form(["file", SVG, "image/png", "a.png"]), {}, 422, "image"],
    ["HTML behind a PNG", Buffer.concat([makePng(), SVG]), { "content-type": "image/png" }, 422, "image"],
    ["fields beside the file", form(["file", makePng()], ["userId", "1"]), {}, 422, "unrecognized_keys"],
    ["two files", form(["file", makePng()], ["more", makePng()]), {}, 400, undefined],
    ["nothing", new Uint8Array(), { "content-type": "image/png" }, 422, "required"],
    ["HTML", "<script>alert(1)</script>", { "content-type": "text/html" }, 400, undefined],
    ["a little too much", makePng({ padding: 512_000 }), { "content-type": "image/png" }, 422, "imageSize"],
  ])("refuses %s", async (_, body, more, status, rule) => {
    const before = await files();
    const answer = await post(body, more);
    expect(answer.status).toBe(status);
    expect(answer.issues?.[0]?.rule).toBe(rule);
    expect(await files()).toBe(before);
  });

  it("does not read ten megabytes, whether their length is said or not", async () => {
    const before = await files();
    const [piece, pieces] = [makePng({ padding: 100_000 }), 100];
    let read = 0;
    const stream = () => {
      read = 0;
      return new ReadableStream({
        pull(controller) {
          read += 1;
          if (read > pieces) controller.close();
          else controller.enqueue(new Uint8Array(piece));
        },
      });
    };
    expect(await post(stream() as unknown as BodyInit, { "content-type": "image/png" })).toMatchObject({
      status: 413,
      code: 413,
    });
    expect(read).toBeLessThan(12);
    const said = { "content-type": "image/png", "content-length": String(piece.length * pieces) };
    expect(await post(stream() as unknown as BodyInit, said)).toMatchObject({ status: 413 });
    expect(read).toBeLessThan(3);
    expect(await post(Buffer.alloc(10_000_000), { "content-type": "multipart/form-data; boundary=b" })).toMatchObject({
      status: 413,
    });
    expect(await files()).toBe(before);
  });

  it("is not read at all of a stranger or from another site", async () => {
    let read = 0;
    const body = () =>
      new ReadableStream(
        {
          pull(controller) {
            read += 1;
            controller.enqueue(new Uint8Array(makePng()));
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
    const send = (more: Record<string, string>) => {
      const init = { method: "POST", body: body(), headers: more, duplex: "half" } as RequestInit;
      return POST(new Request("http://localhost/service/mine/upload", init), { params });
    };
    expect((await send({ "content-type": "image/png" })).status).toBe(401);
    expect((await send(headers({ origin: "https://evil.example", host: "localhost" }))).status).toBe(403);
    expect(read).toBe(0);
  });
});
