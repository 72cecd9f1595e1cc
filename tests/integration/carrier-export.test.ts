import { pbkdf2 } from "node:crypto";
import { promisify } from "node:util";
import ExcelJS from "exceljs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "@/db/client";
import { exportCarriers } from "@/features/carrier/export.operations";
import { customerScope } from "@/lib/auth/scope";
import { log } from "@/lib/log/log";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";

/** Five batches of the export, and more than a reader has under way. */
const CARRIERS = 2500;
const AT = Date.UTC(2026, 10, 20, 8);

let own: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;
const failed = vi.spyOn(log, "error");

beforeAll(async () => {
  own = await makeCustomer(db(), { timeZone: "America/Bogota" });
  admin = await accountContext(db(), await makeUser(db(), own.id));
  const { probes } = await makeFridge(db(), own, { carrier: { name: "0 with a value" } });
  await db().$client`
    update probe_state set last_at = ${new Date(AT).toISOString()}, received_at = now(), last_value = 5
     where probe_id = ${probes.temperature as number}`;
  // Names that a zip archive cannot make smaller.
  await db().$client`
    insert into carrier (customer_id, scene_id, name, type)
    select ${own.id}, ${own.sceneId}, 'a' || lpad(n::text, 5, '0') || (select string_agg(md5(n || '/' || k), '') from generate_series(1, 12) k), 'refrigerator'
      from generate_series(2, ${CARRIERS}::int) n`;
  await db().$client`analyze`;
});
afterAll(() => db().$client.end({ timeout: 5 }));

type Format = "csv" | "xlsx";
const start = async (format: Format, ctx = admin, q = "") =>
  exportCarriers.call(ctx, { format, q, sort: "name", dir: "asc" } as never);
/** The places that stand in the rows. */
const placesOf = async (format: Format, bytes: Buffer): Promise<string[]> => {
  if (format === "csv") {
    const lines = bytes.toString("utf8").trimEnd().split("\r\n");
    return lines.slice(1).map((line) => line.split(",")[2] ?? "");
  }
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(new Uint8Array(bytes).buffer as never);
  const cells = (book.worksheets[0]?.getColumn(3).values ?? []) as string[];
  // There is no row 0, and the first is the head.
  return cells.slice(2);
};
const rename = (place: string) => db().$client`update scene set name = ${place} where id = ${own.sceneId}`;

describe("times in the export of carriers", () => {
  const first = async (ctx: OperationContext) => {
    const text = await new Response((await start("csv", ctx, "0 with")).body).text();
    return text.split("\r\n")[1] ?? "";
  };

  it("are those of the customer's clock, for an account and for another system", async () => {
    expect(await first(admin)).toContain(",2026-11-20T03:00:00.000-05:00,");
    const actor = {
      type: "key",
      keyId: 1,
      customerId: own.id,
      name: "key",
      permissions: new Set(["viewCarrier", "viewRefrigerator"]),
    };
    const key = { ...admin, actor, scope: customerScope(own.id) } as OperationContext;
    expect(await first(key)).toContain(",2026-11-20T03:00:00.000-05:00,");
  });

  it("also give the file its name", async () => {
    const { headers } = await start("csv", { ...admin, now: new Date(Date.UTC(2026, 10, 20, 2, 3, 4)) });
    expect(headers["content-disposition"]).toContain('filename="GM_20261119210304.csv"');
  });
});

describe.each<Format>(["csv", "xlsx"])("a long export as %s", (format) => {
  it("is read from the database as the reader takes it, whatever else the compressor's threads do", async () => {
    const busy = Array.from({ length: 12 }, () => promisify(pbkdf2)("a", "b", 400_000, 64, "sha512"));
    const { body } = await start(format);
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    const chunks: Uint8Array[] = [(await reader.read()).value as Uint8Array];
    // Whatever is under way by now stays as it is; what is read later shows that it was.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await rename("Later");
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
    await Promise.all([rename("House"), ...busy]);
    const places = await placesOf(format, Buffer.concat(chunks));
    expect(places).toHaveLength(CARRIERS);
    expect(places[0]).toBe("House");
    expect(places.filter((place) => place === "Later").length).toBeGreaterThan(CARRIERS / 4);
  });

  it("ends with the reader, quietly", async () => {
    const { body } = await start(format);
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await reader.cancel();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(failed).not.toHaveBeenCalled();
  });
});
