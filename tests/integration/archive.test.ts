import { execFile } from "node:child_process";
import { createHash, createSign } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { eq } from "drizzle-orm";
import forge from "node-forge";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { archive, archiveLink, exception, filePiece, notice, recordSheet, storedFile } from "@/db/schema";
import { checkArchive, makeArchive, scheduleArchives } from "@/features/archive/archive.jobs";
import { archives } from "@/features/archive/archive.operations";
import { certificateSumOf } from "@/features/archive/content.service";
import { getLinkedArchive, takeLinkedArchive } from "@/features/archive/link.operations";
import type { Manifest } from "@/features/archive/manifest.schema";
import { compareArchives, verifyArchive } from "@/features/archive/verify.service";
import { makeReport } from "@/features/report/report.jobs";
import { reports } from "@/features/report/report.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { chainKeys } from "@/lib/audit/chain-keys";
import { closeRateLimits } from "@/lib/http/rate-limit";
import type { RawReply } from "@/lib/http/reply";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { makeKeyPair, signingKeyOf } from "@/lib/pdf/signing-key";
import { readFile } from "@/lib/stored-file/stored-file";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { auditRows, brokenLink, trailOf } from "../support/audit";
import { deviceContext } from "../support/contexts";
import { TEST_PASSWORD } from "../support/environment";
import { withParameter } from "../support/parameter";
import { refusal } from "../support/refusal";
import { unzip, zip } from "../support/rewrite-zip";
import { runQueue } from "../support/run-queue";

const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 2, 10, 8);
const MARCH = "2026-03";
const IN_MARCH = new Date(START + 4 * 60 * MINUTE_MS);

let folder: string;
let owner: Awaited<ReturnType<typeof makeCustomer>>;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
let keeper: OperationContext;
let stranger: OperationContext;
let viewer: OperationContext;
let nurse: OperationContext;
let anonymous: OperationContext;
let reportId: number;

const contextOf = async (customerId: number, options = {}) =>
  accountContext(db(), await makeUser(db(), customerId, options));
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

/** Sends `count` readings of 5 °C at intervals of a minute from `from` on. */
const send = (from: number, count: number) =>
  ingest(
    deviceContext(owner.id, new Date(from + count * MINUTE_MS)),
    Array.from({ length: count }, (_, minute) => ({
      device: fridge.sensor.serialNumber,
      at: from + minute * MINUTE_MS,
      values: { temperature: 5 },
    })),
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "frostline-test-"));
  owner = await makeCustomer(db(), { timeZone: "Asia/Shanghai" });
  const other = await makeCustomer(db());
  fridge = await makeFridge(db(), owner, { measures: ["temperature"] });
  // What was measured before the probe was mounted belongs to the customer as well.
  await db().$client`update mounting set mounted_at = ${new Date(START).toISOString()} where customer_id = ${owner.id}`;
  expect(await send(START - 10 * MINUTE_MS, 210)).toMatchObject({ accepted: 210 });
  const maker = { ...(await contextOf(owner.id)), now: IN_MARCH };
  const asked = {
    type: "record",
    name: "March",
    carrierIds: [fridge.carrier.id],
    locales: ["en-US"] as ["en-US"],
  } as const;
  const range = { from: START, to: START + 240 * MINUTE_MS, sections: ["statistics" as const] };
  ({ id: reportId } = await reports.create.call(maker, { ...asked, ...range }));
  await runQueue([makeReport]);
  const { signing } = await reports.get.call(maker, { id: reportId });
  const credentials = { password: TEST_PASSWORD, contentHash: signing?.contentHash ?? "" };
  await reports.sign.call(maker, { id: reportId, ...credentials });
  await runQueue([makeReport]);
  await db().$client`update report_file set created_at = ${IN_MARCH.toISOString()} where report_id = ${reportId}`;
  const [event] = await db()
    .insert(exception)
    .values({
      ...{ customerId: owner.id, carrierId: fridge.carrier.id, deviceId: fridge.sensor.id, kind: "range" },
      ...{ measure: "temperature", side: "above", severity: "critical", startedAt: IN_MARCH, raisedAt: IN_MARCH },
      ...{ endedAt: IN_MARCH, acknowledgedAt: IN_MARCH, acknowledgementComment: '=cmd("door")' },
    })
    .returning();
  const told = { customerId: owner.id, exceptionId: event?.id as number, channel: "email", at: IN_MARCH } as const;
  await db()
    .insert(notice)
    .values({ ...told, status: "sent", content: "too warm" });
  await db().insert(recordSheet).values({ customerId: owner.id, carrierId: fridge.carrier.id, month: "2026-03-01" });
  keeper = await contextOf(owner.id);
  stranger = await contextOf(other.id);
  viewer = await contextOf(owner.id, { permissions: ["viewArchive"] });
  nurse = await contextOf(owner.id, { scopeType: 0, sceneIds: [owner.sceneId] });
  anonymous = { ...keeper, actor: { type: "anonymous" }, address: "192.0.2.7", userAgent: "Keeper/1.0" };
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  closeRateLimits();
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

async function generate(month = MARCH) {
  const { id } = await archives.create.call(keeper, { month });
  await runQueue([makeArchive]);
  const made = await archives.get.call(keeper, { id });
  expect(made).toMatchObject({ state: "generated", failure: null });
  return made;
}
async function bytesOf(id: number): Promise<Buffer> {
  const [row] = await db().select().from(archive).where(eq(archive.id, id));
  return (await readFile(db(), row?.fileId ?? null)).content;
}
async function store(bytes: Buffer, name = "archive.zip"): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}
const verified = async (bytes: Buffer, options = {}) => (await verifyArchive(await store(bytes), options)).problems;

type Table = { columns: string[]; rows: unknown[][] };
const tableOf = (files: Map<string, Buffer>, name: string): Table =>
  JSON.parse((files.get(`${name}.json`) as Buffer).toString());
const recordsOf = (files: Map<string, Buffer>, name: string): Record<string, unknown>[] => {
  const { columns, rows } = tableOf(files, name);
  return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
};

let first: Awaited<ReturnType<typeof generate>>;
let bytes: Buffer;
let files: Map<string, Buffer>;

describe("an archive", () => {
  it("is made by the worker, with its audit rows, size and hash, and is intact", async () => {
    const { id } = await archives.create.call(keeper, { month: MARCH });
    expect(await archives.get.call(keeper, { id })).toMatchObject({ state: "generating", version: 1, sha256: null });
    await runQueue([makeArchive]);
    first = await archives.get.call(keeper, { id });
    bytes = await bytesOf(id);
    expect(first).toMatchObject({ state: "generated", progress: 100, size: bytes.length, sha256: sha256(bytes) });
    expect(first.fileName).toBe(`frostline_${owner.code}_2026-03_v1.zip`);
    const trail = await trailOf(db(), owner.id, "archive", id);
    expect(trail.map(({ operation }) => operation)).toEqual(["archive.create", "archive.make"]);
    expect(trail[1]?.newValues).toMatchObject({ sha256: first.sha256, manifestSha256: first.manifestSha256 });
    const found = await verifyArchive(await store(bytes, first.fileName), { keys: chainKeys() });
    expect(found.problems).toEqual([]);
    expect(found).toMatchObject({
      manifestSha256: first.manifestSha256,
      certificateSha256: first.certificateSha256,
      manifest: { month: MARCH, version: 1, readings: 210, previous: null, replaces: null },
    });
    expect(await brokenLink(db(), owner.id)).toBeNull();
  });

  it("has the readings, mounted or not, and everything else of the month in both forms", async () => {
    files = await unzip(bytes);
    const mounted = `readings/carrier-${fridge.carrier.id}`;
    expect(tableOf(files, mounted).rows).toHaveLength(200);
    expect(tableOf(files, "readings/unmounted").rows).toHaveLength(10);
    const lines = (files.get(`${mounted}.csv`) as Buffer).toString().trimEnd().split("\r\n");
    expect(lines[0]).toBe("\uFEFFprobe_id,at,value");
    expect(lines[1]).toMatch(/^\d+,2026-03-10T08:00:00\.000Z,5$/);
    expect(lines).toHaveLength(201);
    expect(recordsOf(files, "carriers")).toMatchObject([{ id: fridge.carrier.id, name: fridge.carrier.name }]);
    expect(recordsOf(files, "exceptions")).toMatchObject([
      { started_at: IN_MARCH.toISOString(), acknowledgement_comment: '=cmd("door")' },
    ]);
    // A spreadsheet would run it otherwise.
    expect((files.get("exceptions.csv") as Buffer).toString()).toContain(`"'=cmd(""door"")"`);
    expect(recordsOf(files, "notices")).toMatchObject([{ content: "too warm", status: "sent" }]);
    expect(recordsOf(files, "record_sheets")).toMatchObject([{ month: "2026-03-01", status: "open" }]);
    const printed = recordsOf(files, "reports");
    expect(printed).toHaveLength(2);
    for (const { file, sha256: sum } of printed) expect(sha256(files.get(String(file)) as Buffer)).toBe(sum);
    const [signature] = recordsOf(files, "signatures");
    expect(signature).toMatchObject({ record_kind: "report", record_id: reportId, meaning: "made" });
    expect(sha256(String(signature?.content))).toBe(signature?.content_hash);
    const operations = recordsOf(files, "audit").map(({ operation }) => operation);
    expect(operations).toEqual(["report.create", "signature.sign", "report.sign"]);
    expect((files.get("README.txt") as Buffer).toString()).toContain("npm run backup:verify");
    const manifest = JSON.parse((files.get("manifest.json") as Buffer).toString()) as Manifest;
    expect(manifest.files).toHaveLength(files.size - 3);
    for (const { name, size, sha256: sum } of manifest.files) {
      expect(files.get(name)?.length).toBe(size);
      expect(sha256(files.get(name) as Buffer)).toBe(sum);
    }
  });

  it("gets a further version, which names the one before; the earlier one stays", async () => {
    expect(await send(START + 12 * 60 * MINUTE_MS, 5)).toMatchObject({ accepted: 5 });
    expect(await archives.get.call(keeper, { id: first.id })).toMatchObject({ lateReadings: 5 });
    const second = await generate();
    expect(second).toMatchObject({ version: 2, readings: 215, lateReadings: 0 });
    const { manifest } = await verifyArchive(await store(await bytesOf(second.id), second.fileName));
    expect(manifest?.replaces).toEqual({ version: 1, manifestSha256: first.manifestSha256 });
    const earlier = await archives.get.call(keeper, { id: first.id });
    expect(earlier).toMatchObject({ state: "generated", sha256: first.sha256, lateReadings: null });
    expect(earlier.versions.map(({ version }) => version)).toEqual([2, 1]);
  });

  it("names the month before, so that an exchanged archive is noticed", async () => {
    const [march, april] = [await generate(), await generate("2026-04")];
    const all = [];
    for (const { id, fileName } of [first, march, april]) {
      const { manifest, manifestSha256 } = await verifyArchive(await store(await bytesOf(id), fileName));
      all.push({ manifest, manifestSha256, fileName });
    }
    expect(all[2]?.manifest?.previous).toEqual({ month: MARCH, version: 3, manifestSha256: march.manifestSha256 });
    expect(compareArchives(all)).toEqual([]);
    // Without the version that April follows, March does not lead to it.
    expect(compareArchives(all.toSpliced(1, 1))).toEqual([{ rule: "otherPrevious", file: april.fileName, row: null }]);
    const renamed = { ...(all[0] as (typeof all)[number]), fileName: "frostline_x_2026-05_v1.zip" };
    expect(compareArchives([...all, renamed]).map(({ rule }) => rule)).toContain("otherMonth");
    const swapped = await verifyArchive(await store(bytes, april.fileName));
    expect(swapped.problems).toEqual([{ rule: "otherMonth", file: april.fileName, row: null }]);
  });
});

describe("the verifier", () => {
  const changed = (name: string) => {
    const content = Buffer.from(files.get(name) as Buffer);
    const at = Math.floor(content.length / 2);
    content[at] = (content[at] as number) ^ 1;
    return zip([...files].map(([own, old]): [string, Buffer] => [own, own === name ? content : old]));
  };
  const replaced = (name: string, edit: (text: string) => string) =>
    zip([...files].map(([own, old]): [string, Buffer] => [own, own === name ? Buffer.from(edit(String(old))) : old]));
  const kinds = () => {
    const byKind = new Map<string, string>();
    for (const name of files.keys()) byKind.set(name.replace(/\d+/g, "#"), name);
    return [...byKind.values()];
  };

  it("names each file of which a byte was changed", async () => {
    expect(kinds().length).toBeGreaterThan(30);
    for (const name of kinds()) {
      const [problem] = await verified(await changed(name));
      const expected = { "manifest.sig": "manifest.json", "certificate.pem": problem?.file }[name] ?? name;
      expect(problem?.file, name).toBe(expected);
    }
  });

  it("names each file that is missing, and one that was added", async () => {
    for (const name of kinds()) {
      const rest = await zip([...files].filter(([own]) => own !== name));
      expect(await verified(rest), name).toContainEqual({ rule: "missingFile", file: name, row: null });
    }
    const more = await zip([...files, ["readings/more.csv", Buffer.from("1")]]);
    expect(await verified(more)).toEqual([{ rule: "extraFile", file: "readings/more.csv", row: null }]);
    const twice = await zip([...files, ["audit.csv", Buffer.from("1")]]);
    expect((await verified(twice))[0]).toEqual({ rule: "twice", file: "audit.csv", row: null });
  });

  it("names a file that is cut off or damaged, wherever", async () => {
    for (const share of [0.01, 0.5, 0.99])
      expect(await verified(bytes.subarray(0, Math.floor(bytes.length * share)))).toMatchObject([{ rule: "notZip" }]);
    const damaged = Buffer.from(bytes);
    damaged.fill(0, 200, 260);
    expect((await verified(damaged))[0]?.file).toBe("README.txt");
  });

  it("names the row of the trail that was changed, removed or rewritten, and what was signed", async () => {
    const rows = (edit: (lines: string[]) => string[]) =>
      replaced("audit.json", (text) => edit(text.split("\n")).join("\n"));
    const audit = (rule: string, row: number) => ({ rule, file: "audit.json", row });
    const edited = await rows((lines) => lines.with(2, String(lines[2]).replace("signature.sign", "signature.sigh")));
    expect(await verified(edited)).toContainEqual(audit("auditDigest", 2));
    expect(await verified(await rows((lines) => lines.toSpliced(1, 1)))).toContainEqual(audit("auditGap", 1));
    const shorter = await rows((lines) => lines.toSpliced(3, 1).with(2, String(lines[2]).replace(/,$/, "")));
    expect(await verified(shorter)).toContainEqual(audit("auditEnd", 3));
    const forged = await replaced("signatures.json", (text) => text.replace("March", "Maerz"));
    expect((await verified(forged))[0]).toEqual({ rule: "signatureHash", file: "signatures.json", row: 1 });
  });

  it("accepts only the installation's certificate where it is named", async () => {
    const own = { certificateSha256: first.certificateSha256 };
    expect(await verified(bytes, own)).toEqual([]);
    // Everything signed again with another key.
    const other = signingKeyOf(makeKeyPair("Stranger", new Date()));
    const pem = forge.pki.certificateToPem(other.certificate);
    const manifest = String(files.get("manifest.json")).replace(first.certificateSha256 ?? "", certificateSumOf(pem));
    const forged = new Map(files);
    forged.set("manifest.json", Buffer.from(manifest));
    forged.set("manifest.sig", createSign("sha256").update(manifest).sign(other.privateKey));
    forged.set("certificate.pem", Buffer.from(pem));
    expect(await verified(await zip(forged))).toEqual([]);
    expect(await verified(await zip(forged), own)).toEqual([
      { rule: "certificate", file: "certificate.pem", row: null },
    ]);
  });

  it("is a command that needs no database, and exits with 1", async () => {
    const path = await store(bytes, first.fileName);
    const broken = await store(await changed("exceptions.csv"), "broken.zip");
    const { DATABASE_URL: _, AUTH_SECRET: __, DATA_DIR: ___, ...env } = process.env;
    const args = ["--conditions=react-server", "--import", "tsx", "scripts/backup-verify.ts"];
    const run = (...more: string[]) =>
      promisify(execFile)(process.execPath, [...args, ...more], { env: { ...env, NODE_OPTIONS: "" } });
    const { stdout } = await run(path, "--certificate", first.certificateSha256 ?? "");
    expect(stdout).toContain("intact");
    expect(stdout).toContain("210 readings");
    const failed = await run(broken).catch((error: { code: number; stdout: string }) => error);
    expect(failed).toMatchObject({ code: 1 });
    expect(failed.stdout).toContain("exceptions.csv was changed");
  }, 120_000);
});

describe("the verification on the server", () => {
  const check = async (id: number) => {
    await archives.verify.call(keeper, { id });
    expect(await archives.get.call(keeper, { id })).toMatchObject({ check: "running" });
    await runQueue([checkArchive]);
    return archives.get.call(keeper, { id });
  };

  it("says whether the stored file is intact, and what is wrong", async () => {
    const { id } = await generate("2026-05");
    expect(await check(id)).toMatchObject({ check: "intact", problem: null });
    expect((await trailOf(db(), owner.id, "archive", id)).at(-1)).toMatchObject({ operation: "archive.verify" });
    const [row] = await db().select().from(archive).where(eq(archive.id, id));
    const whole = await bytesOf(id);
    const other = await replaceIn(whole, "README.txt");
    await db()
      .update(filePiece)
      .set({ content: other })
      .where(eq(filePiece.fileId, row?.fileId as string));
    expect(await check(id)).toMatchObject({ check: "broken", problem: { rule: "sum", file: "README.txt", row: null } });
  });

  const replaceIn = async (whole: Buffer, name: string) =>
    zip([...(await unzip(whole))].map(([own, old]): [string, Buffer] => [own, own === name ? Buffer.from("x") : old]));
});

describe("the clock", () => {
  it("archives the last month of each customer once, and expires old files but not their hashes", async () => {
    const young = await makeCustomer(db(), { timeZone: "UTC" });
    const old = await makeCustomer(db(), { timeZone: "UTC", createdAt: new Date("2026-01-01") });
    const now = new Date("2026-04-03T03:00:00Z");
    const run = (at: Date) =>
      scheduleArchives.run(
        {},
        { db: db(), now: at, attempt: 1, maximumAttempts: 1, signal: new AbortController().signal },
      );
    await run(now);
    await run(now);
    const of = (customerId: number) => db().select().from(archive).where(eq(archive.customerId, customerId));
    expect(await of(young.id)).toEqual([]);
    expect(await of(old.id)).toMatchObject([{ month: "2026-03-01", version: 1, isScheduled: true, author: "" }]);
    expect((await auditRows(db(), old.id)).map(({ operation }) => operation)).toEqual(["archive.create"]);
    await runQueue([makeArchive]);
    const [made] = await of(old.id);
    expect(made).toMatchObject({ state: "generated" });
    await db()
      .update(archive)
      .set({ expiresAt: new Date(now.getTime() - 1) })
      .where(eq(archive.customerId, old.id));
    await run(now);
    const [expired] = await of(old.id);
    expect(expired).toMatchObject({ state: "expired", fileId: null, manifestSha256: made?.manifestSha256 });
    const file = eq(storedFile.id, made?.fileId as string);
    expect(await db().select().from(storedFile).where(file)).toEqual([]);
  });

  it("keeps the file for as many years as the parameter says when it is made", async () => {
    const kept = async () => {
      const { id } = await generate("2025-12");
      const [row] = await db().select().from(archive).where(eq(archive.id, id));
      const { generatedAt, expiresAt } = row as { generatedAt: Date; expiresAt: Date };
      // Rounded, as years differ by their leap days.
      return Math.round(((expiresAt.getTime() - generatedAt.getTime()) / 365.25 / 86_400_000) * 10) / 10;
    };
    const shorter = await withParameter("retention.backupYears", "2", kept);
    expect([shorter, await kept()]).toEqual([2, 10]);
  });
});

describe("a link", () => {
  it("opens one archive without an account until it expires; who opened it is in the log", async () => {
    const { id } = await generate("2026-06");
    const link = await archives.share.call(keeper, { id, days: 7 });
    const key = new URL(link.path, "http://x").searchParams.get("key") as string;
    expect(link.path).toMatch(/^\/en-US\/dataBackup\?key=[\w-]{43}$/);
    expect(await getLinkedArchive.call(anonymous, { key })).toMatchObject({
      month: "2026-06",
      customerName: owner.name,
    });
    const reply = (await takeLinkedArchive.call(anonymous, { key })) as RawReply;
    expect(sha256(Buffer.from(await new Response(reply.body).arrayBuffer()))).toBe(sha256(await bytesOf(id)));
    const trail = await trailOf(db(), owner.id, "archive", id);
    expect(trail.slice(-3)).toMatchObject([
      { operation: "archive.share", newValues: { link: link.id } },
      { operation: "archiveLink.open", actorType: "anonymous", address: "192.0.2.7" },
      { operation: "archiveLink.take", newValues: { userAgent: "Keeper/1.0" } },
    ]);
    expect((await archives.get.call(keeper, { id })).links).toMatchObject([{ id: link.id, takenCount: 1 }]);
    expect((await archives.get.call(viewer, { id })).links).toEqual([]);

    const later = { ...anonymous, now: new Date(Date.now() + 8 * 86_400_000) };
    expect(await refusal(getLinkedArchive.call(later, { key }))).toMatchObject({ code: "NOT_FOUND" });
    const guessed = `${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`;
    expect(await refusal(getLinkedArchive.call(anonymous, { key: guessed }))).toMatchObject({ code: "NOT_FOUND" });
    await archives.revoke.call(keeper, { id, linkId: link.id });
    expect(await refusal(takeLinkedArchive.call(anonymous, { key }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await db().select().from(archiveLink).where(eq(archiveLink.id, link.id))).toEqual([]);
  });
});

describe("who may", () => {
  it("see and make archives: the whole customer only, with the permission, of months that are over", async () => {
    const { id } = first;
    // An account of a node cannot have the permission.
    for (const [ctx, code] of [
      [stranger, "NOT_FOUND"],
      [nurse, "FORBIDDEN"],
    ] as const) {
      expect(await refusal(archives.get.call(ctx, { id }))).toMatchObject({ code });
      expect(await refusal(archives.download.call(ctx, { id }))).toMatchObject({ code });
      const asked = { month: MARCH, customerId: owner.id };
      expect(await refusal(archives.create.call(ctx, asked))).toMatchObject({ code });
      expect(await refusal(archives.share.call(ctx, { id, days: 1 }))).toMatchObject({ code });
    }
    expect(await archives.scenes.call(stranger, {})).toEqual([]);
    expect(await archives.scenes.call(viewer, {})).toMatchObject([
      { label: owner.name, item: expect.arrayContaining([expect.objectContaining({ label: MARCH })]) },
    ]);
    for (const call of [
      () => archives.create.call(viewer, { month: MARCH }),
      () => archives.verify.call(viewer, { id }),
      () => archives.share.call(viewer, { id, days: 1 }),
    ])
      expect(await refusal(call())).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusal(archives.create.call(keeper, { month: "2099-01" }))).toMatchObject({ code: "CONFLICT" });
    expect(await refusal(archives.create.call(keeper, { month: "2026-13" }))).toMatchObject({ code: "INVALID" });
    expect(await refusal(archives.share.call(keeper, { id, days: 2 as never }))).toMatchObject({ code: "INVALID" });
  });

  it("cancel what is being made, once, and try again", async () => {
    const { id } = await archives.create.call(keeper, { month: "2026-02" });
    expect(await refusal(archives.create.call(keeper, { month: "2026-02" }))).toMatchObject({ code: "CONFLICT" });
    expect(await refusal(archives.share.call(keeper, { id, days: 1 }))).toMatchObject({ code: "CONFLICT" });
    await archives.cancel.call(keeper, { id });
    await runQueue([makeArchive]);
    expect(await archives.get.call(keeper, { id })).toMatchObject({ state: "failed", failure: "cancelled" });
    expect(await refusal(archives.cancel.call(keeper, { id }))).toMatchObject({ code: "CONFLICT" });
    expect(await generate("2026-02")).toMatchObject({ id, version: 1 });
  });
});
