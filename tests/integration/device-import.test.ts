import { randomBytes } from "node:crypto";
import { and, eq, inArray, like, sql } from "drizzle-orm";
import ExcelJS from "exceljs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { DEVICE_KINDS, type DeviceKind } from "@/db/enums";
import { apiKey, device, deviceImport, parameter, probe, scene, session, storedFile, userAccount } from "@/db/schema";
import { dropImportLeftovers, importDevices, resumeImports } from "@/features/device/import/import.jobs";
import { getImportById, imports, listImports, reportImport } from "@/features/device/import/import.operations";
import { DEVICE_IMPORT } from "@/features/device/import/import.schema";
import { closeRateLimits } from "@/lib/http/rate-limit";
import type { OperationContext } from "@/lib/operation/context";
import { readFile } from "@/lib/stored-file/stored-file";
import { makeApiKey } from "../contract/fixture";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { auditRows, trailOf } from "../support/audit";
import { fillTemplate, openReply, openTemplate } from "../support/device-sheet";
import { withParameter } from "../support/parameter";
import { clearQueue } from "../support/queue";
import { refusal } from "../support/refusal";
import { runQueue } from "../support/run-queue";

const TYPES: Record<DeviceKind, string> = {
  sensor: "zbp_2",
  gateway: "gt_1",
  display: "dt_1",
  relay: "rt_1",
  base: "433_2",
  gas: "gs_6",
  magnetism: "m1",
};

let own: Awaited<ReturnType<typeof makeCustomer>>;
let other: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;
let gateway: Awaited<ReturnType<typeof makeGateway>>;
let ward: { id: number; code: string };

const contextOf = async (options: UserOptions, customer = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options));

beforeAll(async () => {
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  admin = await contextOf({});
  gateway = await makeGateway(db(), own.id);
  const [node] = await db()
    .insert(scene)
    .values({ customerId: own.id, parentId: own.sceneId, code: unique(), name: "Ward 3" })
    .returning();
  ward = node as { id: number; code: string };
});
// So many files a minute are a flood, except for tests.
beforeEach(() => closeRateLimits());
afterAll(() => db().$client.end({ timeout: 5 }));

const unique = () => randomBytes(5).toString("hex").toUpperCase();
const row = (kind: DeviceKind = "sensor", fields: Record<string, ExcelJS.CellValue> = {}) => {
  const text = unique();
  return { serialNumber: `0${text}`, name: `device ${text}`, typeCode: TYPES[kind], mac: text, ...fields };
};

/** Sends a file, lets the worker do its part, and says what came of it. */
async function run(
  file: Uint8Array,
  { kind = "sensor", ctx = admin }: { kind?: DeviceKind; ctx?: OperationContext } = {},
) {
  const { id } = await imports[kind].start.call(ctx, { file, fileName: "list.xlsx" });
  await runQueue([importDevices]);
  return getImportById.call(ctx, { id });
}
const cellsOf = ({ issues }: { issues: { cell: string; field: string; rule: string }[] }) =>
  issues.map(({ cell, field, rule }) => `${cell} ${field} ${rule}`);
const devicesOf = (customerId = own.id) => db().select().from(device).where(eq(device.customerId, customerId));
const bySerial = async (serialNumber: string) =>
  (await db().select().from(device).where(eq(device.serialNumber, serialNumber)))[0];
const fileOf = async (id: number) => {
  const [kept] = await db().select({ fileId: deviceImport.fileId }).from(deviceImport).where(eq(deviceImport.id, id));
  return kept?.fileId ?? null;
};

const filesOf = async (id: number) => {
  const fileId = await fileOf(id);
  return fileId === null ? [] : db().select().from(storedFile).where(eq(storedFile.id, fileId));
};
/** Files that were sent in for this customer and are still there. */
const uploads = () =>
  db()
    .select({ id: storedFile.id })
    .from(storedFile)
    .where(
      and(eq(storedFile.customerId, own.id), eq(storedFile.kind, "import"), like(storedFile.contentType, "%sheet")),
    );

describe("a right file", () => {
  it.each(DEVICE_KINDS)("of kind %s makes its devices with the probes of their types", async (kind) => {
    const rows = [row(kind), row(kind)];
    const result = await run(await fillTemplate(admin, kind, rows), { kind });
    expect(result).toMatchObject({ status: "done", total: 2, done: 2, issues: [], issueCount: 0, kind });
    for (const { serialNumber, name, mac } of rows)
      expect(await bySerial(serialNumber)).toMatchObject({ customerId: own.id, kind, name, mac, sceneId: null });
  });

  it("leads to nodes by path, code and name, to gateways by serial number and MAC, and keeps leading zeros", async () => {
    const rows = [
      row("sensor", { scene: `House/Ward 3`, gateway: gateway.serialNumber, serialNumber: `000${unique()}` }),
      row("sensor", { scene: ward.code, gateway: (gateway.mac ?? "").toLowerCase() }),
      row("sensor", {
        scene: "ward 3",
        calibrationDueOn: new Date(Date.UTC(2027, 5, 30)),
        use: "unactivated · not enabled yet",
        typeCode: "lora_2 · LoRa",
        "settings.devEui": "70B3D57ED0",
        "settings.appKey": "0123456789ABCDEF0123456789ABCDEF",
        "settings.temperatureChangeThreshold": 0.25,
        description: "by the door",
      }),
    ];
    const file = await fillTemplate(admin, "sensor", rows, {
      change: (sheet) => {
        sheet.getCell("K5").numFmt = "yyyy-mm-dd";
      },
    });
    expect(await run(file)).toMatchObject({ issues: [], status: "done" });
    const [first, second, third] = await Promise.all(rows.map(({ serialNumber }) => bySerial(serialNumber)));
    expect(first).toMatchObject({ sceneId: ward.id, gatewayId: gateway.id, serialNumber: rows[0]?.serialNumber });
    expect(second).toMatchObject({ sceneId: ward.id, gatewayId: gateway.id });
    expect(third).toMatchObject({
      sceneId: ward.id,
      gatewayId: null,
      use: "unactivated",
      typeCode: "lora_2",
      calibrationDueOn: "2027-06-30",
      settings: { devEui: "70B3D57ED0", appKey: "0123456789ABCDEF0123456789ABCDEF", temperatureChangeThreshold: 0.25 },
    });
    const probes = await db()
      .select()
      .from(probe)
      .where(eq(probe.deviceId, first?.id as number));
    expect(probes.map(({ measure }) => measure).sort()).toEqual(["battery", "humidity", "signal", "temperature"]);
  });

  it("is understood in every language, with its columns moved and without the hidden row", async () => {
    for (const locale of ["zh-CN", "en-US", "es", "ja"]) {
      const file = await fillTemplate(admin, "sensor", [row()], {
        locale,
        change: (sheet) => {
          sheet.spliceRows(1, 1);
          const moved = sheet.getColumn(1).values;
          sheet.getColumn(60).values = moved;
          sheet.spliceColumns(1, 1);
        },
      });
      const result = await run(file);
      expect(cellsOf(result), locale).toEqual([]);
      expect(result.status).toBe("done");
    }
  });

  it("is understood by the title that a column had before", async () => {
    const wanted = row("gateway", { "settings.nickname": "Puerta" });
    const file = await fillTemplate(admin, "gateway", [wanted], {
      locale: "es",
      change: (sheet) => {
        sheet.spliceRows(1, 1);
        sheet.getRow(1).eachCell((cell) => {
          if (cell.text.startsWith("Alias")) cell.value = "Apodo";
        });
      },
    });
    expect(cellsOf(await run(file, { kind: "gateway" }))).toEqual([]);
    expect((await bySerial(wanted.serialNumber))?.settings).toMatchObject({ nickname: "Puerta" });
  });

  it("leaves one row of the trail for the file and one for its devices, and the file is gone", async () => {
    const rows = [row(), row()];
    const before = (await auditRows(db(), own.id)).length;
    const { id } = await run(await fillTemplate(admin, "sensor", rows));
    const [uploaded] = await trailOf(db(), own.id, "deviceImport", id);
    expect(uploaded).toMatchObject({
      operation: "sensor.import",
      newValues: { kind: "sensor", fileName: "list.xlsx" },
    });
    const trail = (await auditRows(db(), own.id)).slice(before);
    expect(trail.map(({ operation }) => operation)).toEqual(["sensor.import", "device.createBatch"]);
    expect(trail[1]?.newValues).toMatchObject({ devices: 2, items: rows.map(({ serialNumber }) => serialNumber) });
    expect(trail[1]?.actorName).toBe(trail[0]?.actorName);
    expect(await fileOf(id)).toBeNull();
    expect(await uploads()).toEqual([]);
  });

  it("is done once, however often its job runs", async () => {
    const { id } = await run(await fillTemplate(admin, "sensor", [row()]));
    const before = await devicesOf();
    const context = { db: db(), now: new Date(), attempt: 1, maximumAttempts: 1, signal: new AbortController().signal };
    await importDevices.run({ importId: id }, context);
    expect(await devicesOf()).toEqual(before);
  });
});

describe("a file with bad cells", () => {
  it("writes nothing and names every one of them", async () => {
    const taken = await makeFridge(db(), other);
    const rows = [
      row("sensor", { serialNumber: "with blank", typeCode: "gt_1" }),
      row("sensor", { mac: "nothex", scene: "nowhere", gateway: "GW-none" }),
      row("sensor", { serialNumber: taken.sensor.serialNumber.toLowerCase() }),
      row("sensor", { mac: taken.sensor.mac }),
      row("sensor", { reportIntervalSeconds: 70_000, name: "" }),
      row("sensor", { serialNumber: { formula: '"A"&"1"', result: "A1" } }),
      row("sensor", { serialNumber: 12_345_678_901_234_567_890n.toString() }),
    ];
    const twice = row();
    const file = await fillTemplate(admin, "sensor", [
      ...rows,
      twice,
      { ...twice, name: "second" },
      row("sensor", { name: "n".repeat(31) }),
    ]);
    const before = await devicesOf();
    const result = await run(file);
    expect(result).toMatchObject({ status: "refused", total: 10, issueCount: 13 });
    expect(cellsOf(result)).toEqual([
      "A3 serialNumber serialNumber",
      "C3 typeCode unknown",
      "D4 mac mac",
      "E4 gateway unknown",
      "F4 scene unknown",
      "A5 serialNumber unique",
      "D6 mac unique",
      "B7 name required",
      "I7 reportIntervalSeconds too_big",
      "A8 serialNumber formula",
      "A11 serialNumber fileDuplicate",
      // The MAC of the second comes twice as well.
      "D11 mac fileDuplicate",
      "B12 name too_big",
    ]);
    expect(result.issues.at(-1)).toMatchObject({ limit: 30, unit: "characters" });
    expect(result.issues.find(({ cell }) => cell === "A11")).toMatchObject({ other: "A10", value: twice.serialNumber });
    // Of another customer's device nothing is told but that it is there.
    expect(JSON.stringify(result)).not.toContain(
      taken.sensor.name === taken.sensor.serialNumber ? 'customerName":"other' : taken.sensor.name,
    );
    expect(await devicesOf()).toEqual(before);
  });

  it("names merged cells, numbers that lost digits, errors, and columns without a title", async () => {
    const file = await fillTemplate(admin, "sensor", [row(), row(), row()], {
      change: (sheet) => {
        sheet.mergeCells("G3:G4");
        sheet.getCell("A4").numFmt = "General";
        sheet.getCell("A4").value = 12_345_678_901_234_567_000;
        sheet.getCell("G5").value = { error: "#REF!" } as ExcelJS.CellErrorValue;
        sheet.getCell("AX5").value = "beside";
      },
    });
    expect(cellsOf(await run(file))).toEqual([
      "G3  merged",
      "A4 serialNumber lostDigits",
      "G5 description cellError",
      "AX5  unknownColumn",
    ]);
  });

  it("gives them as a workbook, the cells marked in their rows, secrets hidden, in the reader's language", async () => {
    const key = "secretsecretsecretsecretsecretXY";
    const bad = row("sensor", { typeCode: "lora_2", "settings.appKey": key, "settings.devEui": "short" });
    const result = await run(
      await fillTemplate(admin, "sensor", [
        row(),
        bad,
        row("sensor", { typeCode: "lora_2", "settings.appKey": "short-secret" }),
      ]),
    );
    expect(cellsOf(result)).toHaveLength(2);
    expect(JSON.stringify(result)).not.toContain("short-secret");
    const book = await openReply(await reportImport.call(admin, { id: result.id, locale: "zh-CN" }));
    const [list, rows] = book.worksheets as [ExcelJS.Worksheet, ExcelJS.Worksheet];
    expect(list.name).toBe("错误单元格");
    expect(list.getRow(2).values).toEqual([
      undefined,
      expect.stringMatching(/4$/),
      "Dev EUI",
      "short",
      expect.any(String),
    ]);
    const titles = rows.getRow(1).values as string[];
    expect(rows.getCell("A2").value).toBe("4");
    const cell = rows.getCell(2, titles.indexOf("Dev EUI"));
    expect(cell.value).toBe("short");
    expect(cell.fill).toMatchObject({ fgColor: { argb: "FFFDE2E1" } });
    expect(rows.getCell(2, titles.indexOf("App Key")).value).toBe("•••");
    expect(rows.rowCount).toBe(3);
    // What was sent in is gone, and of it the bad rows alone are kept, without their secrets.
    const [kept, ...others] = await filesOf(result.id);
    expect(others).toEqual([]);
    expect(kept?.contentType).toBe("application/json");
    const text = (await readFile(db(), kept?.id ?? null)).content.toString("utf8");
    expect(text).toContain(bad.serialNumber);
    expect(text).not.toContain(key);
    expect(text).not.toContain("short-secret");
  });

  it("is refused beyond the customer's quota, and kept by nobody, as it has no rows to show", async () => {
    const customer = await makeCustomer(db());
    const ctx = await contextOf({}, customer);
    await db()
      .insert(parameter)
      .values({ customerId: customer.id, code: "customer.deviceQuota", type: "integer", content: "1" });
    const result = await run(await fillTemplate(ctx, "sensor", [row(), row()]), { ctx });
    expect(result).toMatchObject({ status: "refused", issues: [{ cell: "", rule: "deviceQuota", limit: 1 }] });
    expect(await devicesOf(customer.id)).toEqual([]);
    expect(await fileOf(result.id)).toBeNull();
    const book = await openReply(await reportImport.call(ctx, { id: result.id, locale: "en-US" }));
    expect(book.worksheets[0]?.rowCount).toBe(2);
  });
});

describe("a file that is no list of devices", () => {
  const book = async (fill: (sheet: ExcelJS.Worksheet) => void = () => {}) => {
    const made = new ExcelJS.Workbook();
    fill(made.addWorksheet("Sheet1"));
    return new Uint8Array(await made.xlsx.writeBuffer());
  };

  it.each([
    ["nothing", async () => new Uint8Array(), "list.xlsx", "emptyFile"],
    ["an xls", async () => new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, ...Array(2000).fill(1)]), "list.xlsx", "xlsx"],
    ["a csv", async () => new TextEncoder().encode("serialNumber,name\n1,2\n"), "list.csv", "xlsx"],
    ["a picture by another name", async () => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]), "list.xlsx", "xlsx"],
    ["a damaged archive", async () => (await book()).slice(0, 900), "list.xlsx", "xlsx"],
    ["a right file by another name", book, "list.zip", "xlsx"],
    ["more than 20 MB", async () => new Uint8Array(20 * 1024 * 1024 + 1).fill(80), "list.xlsx", "fileSize"],
  ])("is not even stored: %s", async (_what, file, fileName, rule) => {
    const before = await db().$count(deviceImport);
    const failure = await refusal(imports.sensor.start.call(admin, { file: await file(), fileName }));
    expect(failure).toMatchObject({ code: "INVALID", issues: [{ path: "file", rule }] });
    expect(await db().$count(deviceImport)).toBe(before);
  });

  it.each([
    ["an empty sheet", () => book(), "", "emptyFile"],
    ["the template as it is", () => fillTemplate(admin, "sensor", []), "", "emptyFile"],
    ["another table", () => book((sheet) => sheet.addRow(["Name", "Price"])), "B1", "template"],
    ["the template of another kind", () => fillTemplate(admin, "gateway", [row("gateway")]), "A1", "template"],
    [
      "a template without a column that is needed",
      () => fillTemplate(admin, "sensor", [row()], { change: (sheet) => sheet.spliceColumns(2, 1) }),
      "A1",
      "columnMissing",
    ],
  ])("is refused at once: %s", async (_what, file, cell, rule) => {
    const before = await db().$count(deviceImport);
    const { code, issues } = await refusal(imports.sensor.start.call(admin, { file: await file() }));
    expect([code, issues]).toEqual(["INVALID", [expect.objectContaining({ path: "file", rule })]]);
    expect(issues?.[0]?.message.startsWith(cell)).toBe(true);
    expect(await db().$count(deviceImport)).toBe(before);
  });
});

describe("several files of a customer", () => {
  it("are taken in the order in which they were sent, whichever job comes first", async () => {
    const fields = row();
    const sent = [];
    for (const name of ["first", "second", "third"]) {
      const file = await fillTemplate(admin, "sensor", [{ ...fields, name }]);
      sent.push(await imports.sensor.start.call(admin, { file, fileName: `${name}.xlsx` }));
    }
    const last = sent.at(-1)?.id as number;
    // The last one's job comes first.
    await clearQueue(db());
    await db().execute(sql`
      select graphile_worker.add_job(${DEVICE_IMPORT.name}::text, json_build_object('importId', ${last}::bigint))`);
    await runQueue([importDevices]);
    expect((await bySerial(fields.serialNumber))?.name).toBe("first");
    const told = await Promise.all(sent.map(({ id }) => getImportById.call(admin, { id })));
    expect(told.map(({ status }) => status)).toEqual(["done", "refused", "refused"]);
  });
});

describe("who imports", () => {
  it("needs the permission for the kind", async () => {
    const gateways = await contextOf({ permissions: ["importGateway"] });
    const file = await fillTemplate(admin, "sensor", [row()]);
    expect(await refusal(imports.sensor.start.call(gateways, { file }))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(imports.sensor.template.call(gateways, {}))).toMatchObject({ code: "FORBIDDEN" });
    const { id } = await run(file);
    expect(await refusal(getImportById.call(gateways, { id }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(reportImport.call(gateways, { id }))).toMatchObject({ code: "NOT_FOUND" });
    expect((await listImports.call(gateways, {})).items.every(({ kind }) => kind === "gateway")).toBe(true);
  });

  it("imports for a customer within reach, and sees no other's imports", async () => {
    const file = await fillTemplate(admin, "sensor", [row()]);
    const stranger = await contextOf({}, other);
    const before = await db().$count(deviceImport);
    expect(await refusal(imports.sensor.start.call(stranger, { file, customerId: own.id }))).toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await db().$count(deviceImport)).toBe(before);
    const { id } = await run(file);
    expect(await refusal(getImportById.call(stranger, { id }))).toMatchObject({ code: "NOT_FOUND" });
    expect((await listImports.call(stranger, {})).total).toBe(0);
    const platform = await accountContext(db(), await makeUser(db(), 1, { scopeType: 3 }));
    const forOther = row();
    const made = await imports.sensor.start.call(platform, {
      file: await fillTemplate(platform, "sensor", [forOther]),
      customerId: other.id,
    });
    await runQueue([importDevices]);
    expect((await getImportById.call(platform, { id: made.id })).status).toBe("done");
    expect(await bySerial(forOther.serialNumber)).toMatchObject({ customerId: other.id });
  });

  it("puts devices where he may: bound to a node, nowhere else", async () => {
    const nurse = await contextOf({ scopeType: 0, sceneIds: [ward.id] });
    const result = await run(
      await fillTemplate(nurse, "sensor", [
        row(),
        row("sensor", { scene: "House" }),
        row("sensor", { scene: "Ward 3" }),
      ]),
      { ctx: nurse },
    );
    expect(cellsOf(result)).toEqual(["F3 scene required", "F4 scene unknown"]);
    const fine = row("sensor", { scene: ward.code });
    expect((await run(await fillTemplate(nurse, "sensor", [fine]), { ctx: nurse })).status).toBe("done");
    expect(await bySerial(fine.serialNumber)).toMatchObject({ sceneId: ward.id });
    const mate = await contextOf({ scopeType: 0, sceneIds: [ward.id] });
    expect((await listImports.call(mate, {})).total).toBe(0);
  });

  it("is asked again when it comes to writing: who was cancelled meanwhile writes nothing", async () => {
    const user = await makeUser(db(), own.id, {});
    const ctx = await accountContext(db(), user);
    const fields = row();
    const { id } = await imports.sensor.start.call(ctx, { file: await fillTemplate(ctx, "sensor", [fields]) });
    await db().update(userAccount).set({ status: "cancelled" }).where(eq(userAccount.id, user.id));
    const sessions = await db().$count(session);
    await runQueue([importDevices]);
    expect(await getImportById.call(admin, { id })).toMatchObject({
      status: "refused",
      issues: [{ rule: "notPermitted" }],
    });
    expect(await bySerial(fields.serialNumber)).toBeUndefined();
    expect(await db().$count(session)).toBe(sessions);
  });

  it("may be another system, until its key is revoked", async () => {
    const { id: keyId } = await makeApiKey(db(), own.id);
    const actor = {
      type: "key" as const,
      keyId,
      customerId: own.id,
      name: "key",
      permissions: new Set(["importSensor", "importDevice"] as const),
    };
    const ctx = { ...admin, actor } as OperationContext;
    const fields = row();
    const first = await imports.sensor.start.call(ctx, { file: await fillTemplate(ctx, "sensor", [fields]) });
    await runQueue([importDevices]);
    expect(await getImportById.call(ctx, { id: first.id })).toMatchObject({ issues: [], status: "done" });
    expect((await auditRows(db(), own.id)).at(-1)).toMatchObject({
      operation: "device.createBatch",
      actorType: "key",
      actorId: keyId,
    });
    const second = await imports.sensor.start.call(ctx, { file: await fillTemplate(ctx, "sensor", [row()]) });
    await db().update(apiKey).set({ revokedAt: new Date() }).where(eq(apiKey.id, keyId));
    await runQueue([importDevices]);
    expect((await getImportById.call(admin, { id: second.id })).status).toBe("refused");
  });
});

describe("the template", () => {
  it.each(["zh-CN", "en-US", "es", "ja"])("in %s has text cells, drop-downs and a guide", async (locale) => {
    for (const kind of DEVICE_KINDS) {
      const book = await openTemplate(admin, kind, locale);
      const sheet = book.worksheets[0] as ExcelJS.Worksheet;
      expect(sheet.getRow(1).hidden).toBe(true);
      expect(sheet.getCell("A1").value).toBe(`${kind}.serialNumber`);
      expect(String(sheet.getCell("A2").value)).toMatch(/ \*$/);
      for (let column = 1; column <= sheet.columnCount; column += 1) expect(sheet.getColumn(column).numFmt).toBe("@");
      expect(sheet.getCell("C3").dataValidation).toMatchObject({ type: "list" });
      const lists = book.getWorksheet("lists");
      expect(String(lists?.getCell("C1").value)).toContain(" · ");
      expect(book.worksheets[1]?.rowCount).toBe(sheet.columnCount + 1);
    }
  });
});

describe("imports that were left behind", () => {
  const context = () => ({
    db: db(),
    now: new Date(),
    attempt: 1,
    maximumAttempts: 1,
    signal: new AbortController().signal,
  });

  it("are taken up again, from the beginning; what began long ago is given up", async () => {
    const fields = [row(), row()];
    const ids: number[] = [];
    for (const one of fields)
      ids.push((await imports.sensor.start.call(admin, { file: await fillTemplate(admin, "sensor", [one]) })).id);
    await clearQueue(db());
    const [young, old] = ids as [number, number];
    const age = (id: number, minutes: number) =>
      db()
        .update(deviceImport)
        .set({ status: "writing", createdAt: new Date(Date.now() - minutes * 60_000) })
        .where(eq(deviceImport.id, id));
    await age(young, 1);
    await age(old, 45);
    await resumeImports.run({}, context());
    expect((await getImportById.call(admin, { id: young })).status).toBe("done");
    expect((await getImportById.call(admin, { id: old })).status).toBe("failed");
    expect(await bySerial(fields[0]?.serialNumber ?? "")).toBeDefined();
    expect(await bySerial(fields[1]?.serialNumber ?? "")).toBeUndefined();
    expect(await uploads()).toEqual([]);
  });

  it("leave no file where they broke down", async () => {
    await db().$client`alter table probe rename to probe_away`;
    const { id } = await imports.sensor.start.call(admin, { file: await fillTemplate(admin, "sensor", [row()]) });
    try {
      await runQueue([importDevices]);
    } finally {
      await db().$client`alter table probe_away rename to probe`;
    }
    expect((await getImportById.call(admin, { id })).status).toBe("failed");
    expect(await uploads()).toEqual([]);
  });

  const store = async (ageDays: number, contentType = "application/sheet") => {
    const createdAt = new Date(Date.now() - ageDays * 86_400_000);
    const values = { customerId: own.id, kind: "import" as const, contentType, size: 0, createdAt };
    const [file] = await db().insert(storedFile).values(values).returning({ id: storedFile.id });
    return (file as { id: string }).id;
  };
  const leftOf = async (ids: string[]) => {
    await dropImportLeftovers.run({}, context());
    const left = await db().select({ id: storedFile.id }).from(storedFile).where(inArray(storedFile.id, ids));
    return left.map(({ id }) => id).sort();
  };

  it("leave no file for longer than the parameter says, but for those that are needed", async () => {
    const named = async (fileId: string, status: "waiting" | "refused" | "failed") => {
      await db().insert(deviceImport).values({ customerId: own.id, kind: "sensor", fileName: "x", fileId, status });
      return fileId;
    };
    const gone = [await store(7.1), await named(await store(7.1), "refused"), await named(await store(7.1), "failed")];
    const stays = [
      await store(6.9),
      await named(await store(7.1), "waiting"),
      await named(await store(6.9), "refused"),
      await named(await store(90, "application/json"), "refused"),
    ];
    expect(await leftOf([...gone, ...stays])).toEqual(stays.sort());
    expect(await db().$count(deviceImport, inArray(deviceImport.fileId, gone))).toBe(0);
  });

  it("leave a file for longer, or less long, once the parameter says so", async () => {
    const [older, old, recent] = [await store(9.1), await store(8.9), await store(1.9)] as const;
    const all = [older, old, recent];
    expect(await withParameter("retention.cacheDays", "9", () => leftOf(all))).toEqual([old, recent].sort());
    expect(await leftOf(all)).toEqual([recent]);
    expect(await withParameter("retention.cacheDays", "2", () => leftOf(all))).toEqual([recent]);
    expect(await withParameter("retention.cacheDays", "1", () => leftOf(all))).toEqual([]);
  });
});
