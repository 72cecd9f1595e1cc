import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { ensurePartitions } from "@/db/partitions";
import { carrierRecordTime, carrierZone, customer, mounting, printJob, zone } from "@/db/schema";
import { deliverPrint, followPrints, withdrawPrint } from "@/features/printer/job/jobs";
import {
  cancelPrintJob,
  confirmPrintJob,
  createPrintJob,
  getPrintJob,
  previewPrint,
  retryPrintJob,
  testPrinter,
} from "@/features/printer/job/operations";
import { DELIVER_PRINT } from "@/features/printer/job/schema";
import { checkOnePrinter, printers } from "@/features/printer/printer.operations";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import type { Job } from "@/lib/queue/define-job";
import { accountContext, makeUser } from "../factories/account";
import { makeLot, makeProduct } from "../factories/goods";
import { makePrinter, makePrintJob } from "../factories/print";
import { makeTransport } from "../factories/transport";
import { makeCustomer, makeFridge } from "../factories/world";
import { trailOf } from "../support/audit";
import { describeWithIppPrinter, startIppPrinter, startScriptedPrinter } from "../support/ipp-printer";
import { refusal as failureOf } from "../support/refusal";
import { startTicketPrinter } from "../support/ticket-printer";

let own: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;
let staff: OperationContext;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
let roll: Awaited<ReturnType<typeof startTicketPrinter>>;
let office: Awaited<ReturnType<typeof startScriptedPrinter>>;

beforeAll(async () => {
  own = await makeCustomer(db());
  fridge = await makeFridge(db(), own);
  admin = await accountContext(db(), await makeUser(db(), own.id, {}));
  staff = await accountContext(db(), await makeUser(db(), own.id, { scopeType: 3 }));
  roll = await startTicketPrinter();
  office = await startScriptedPrinter();
});
afterEach(() => {
  roll.behave("ready");
  Object.assign(office.state, { printer: 3, reasons: "none", next: 9, losesAnswer: false, isNonsense: false });
});
afterAll(async () => {
  await Promise.all([roll.stop(), office.stop()]);
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const LAST = DELIVER_PRINT.maximumAttempts;
const run = (job: Job, payload = {}, attempt = 1, now = new Date()) =>
  job.run(payload as never, { db: db(), now, attempt, maximumAttempts: LAST, signal: new AbortController().signal });
/** One attempt of a job; whether the queue would try again. */
const deliver = (printJobId: number, attempt = 1) =>
  run(deliverPrint as Job, { printJobId }, attempt).then(
    () => false,
    () => true,
  );
const jobOf = (id: number) => getPrintJob.call(admin, { id });
async function refusal(call: Promise<unknown>) {
  const { code, issues = [] } = await failureOf(call);
  return { code, issues: issues.map(({ path, rule }) => `${path} ${rule}`) };
}
const ticketPrinter = (values = {}) => makePrinter(db(), own.id, { port: roll.port, ...values });
const sheetPrinter = (values = {}) =>
  makePrinter(db(), own.id, { kind: "ipp", port: office.port, path: "/ipp/print", ...values });
const label = (printerId: number, values = {}) =>
  createPrintJob.call(admin, {
    ...{ content: "carrierLabel" as const, ids: [fridge.carrier.id], printerId, requestKey: randomUUID() },
    ...values,
  });

describe("a ticket printer", () => {
  it("prints a label, says so, and prints a repeated request once", async () => {
    const printer = await ticketPrinter();
    const before = roll.tickets().length;
    const requestKey = randomUUID();
    const job = await label(printer.id, { requestKey });
    expect(job).toMatchObject({ state: "waiting", pages: 1, content: "carrierLabel", printerName: printer.name });
    const again = await label(printer.id, { requestKey });
    expect(again.id).toBe(job.id);
    expect(await deliver(job.id)).toBe(false);
    expect(await deliver(job.id)).toBe(false);
    const [ticket, ...others] = roll.tickets().slice(before);
    expect(others).toEqual([]);
    expect(ticket?.lines.join("\n")).toContain(fridge.carrier.name);
    expect(ticket?.codes[0]).toMatch(new RegExp(`/carrier/carrierDetailPage\\?id=${fridge.carrier.id}$`));
    expect(ticket?.cuts).toBe(1);
    expect(await jobOf(job.id)).toMatchObject({ state: "printed", isConfirmed: true, problem: null, attempts: 1 });
    expect(await printers.get.call(admin, { id: printer.id })).toMatchObject({ problem: null, openJobs: 0 });
    const trail = await trailOf(db(), own.id, "printJob", job.id);
    expect(trail.map(({ operation }) => operation)).toEqual(["printJob.create", "printJob.create"]);
  });

  it("prints copies, and waits without paper until there is some", async () => {
    const printer = await ticketPrinter();
    const before = roll.tickets().length;
    const job = await label(printer.id, { copies: 3 });
    roll.behave("noPaper");
    expect(await deliver(job.id)).toBe(true);
    const waiting = await jobOf(job.id);
    expect(waiting).toMatchObject({ state: "waiting", problem: "paper", acts: ["retry", "cancel"] });
    expect(waiting.nextTryAt).toBeGreaterThan(Date.now());
    expect((await printers.get.call(admin, { id: printer.id })).problem).toBe("paper");
    expect(roll.tickets()).toHaveLength(before);
    roll.behave("ready");
    expect(await deliver(job.id, 2)).toBe(false);
    expect(roll.tickets().at(-1)?.cuts).toBe(3);
    expect((await printers.get.call(admin, { id: printer.id })).problem).toBeNull();
  });

  it("that is away, or something else, fails with its reason after the last attempt and can be tried again", async () => {
    const away = await ticketPrinter({ port: 9 });
    const job = await label(away.id);
    expect(await deliver(job.id)).toBe(true);
    expect(await deliver(job.id, LAST)).toBe(false);
    expect(await jobOf(job.id)).toMatchObject({ state: "failed", problem: "unreachable", attempts: 2 });
    const printer = await ticketPrinter();
    roll.behave("nonsense");
    const other = await label(printer.id);
    expect(await deliver(other.id, LAST)).toBe(false);
    expect(await jobOf(other.id)).toMatchObject({ state: "failed", problem: "answer" });
    roll.behave("ready");
    expect(await retryPrintJob.call(admin, { id: other.id })).toMatchObject({ state: "waiting", attempts: 0 });
    expect(await deliver(other.id)).toBe(false);
    expect((await jobOf(other.id)).state).toBe("printed");
    expect(await refusal(retryPrintJob.call(admin, { id: other.id }))).toEqual({
      code: "CONFLICT",
      issues: ["state printState"],
    });
  });

  it("without a status channel prints unconfirmed", async () => {
    const printer = await ticketPrinter();
    roll.behave("silent");
    const job = await label(printer.id);
    expect(await deliver(job.id)).toBe(false);
    expect(await jobOf(job.id)).toMatchObject({ state: "printed", isConfirmed: false });
  });

  it("is never sent the same again if it may have printed it: a person decides", async () => {
    const printer = await ticketPrinter();
    roll.behave("hangUp");
    const job = await label(printer.id);
    expect(await deliver(job.id)).toBe(false);
    expect(await jobOf(job.id)).toMatchObject({ state: "unclear", acts: ["retry", "confirm", "cancel"] });
    roll.behave("ready");
    const before = roll.tickets().length;
    expect(await deliver(job.id, 2)).toBe(false);
    expect(roll.tickets()).toHaveLength(before);
    expect(await confirmPrintJob.call(admin, { id: job.id })).toMatchObject({ state: "printed", isConfirmed: false });
    // The worker died between the first byte and the answer.
    const cut = await makePrintJob(db(), printer, { state: "sending", sentAt: new Date() });
    expect(await deliver(cut.id)).toBe(false);
    expect(await jobOf(cut.id)).toMatchObject({ state: "unclear", problem: "interrupted" });
    expect(roll.tickets()).toHaveLength(before);
    await retryPrintJob.call(admin, { id: cut.id });
    expect(await deliver(cut.id)).toBe(false);
    expect(roll.tickets()).toHaveLength(before + 1);
  });

  it("is asked how it is", async () => {
    const printer = await ticketPrinter();
    expect(await checkOnePrinter.call(admin, { id: printer.id })).toMatchObject({ problem: null });
    roll.behave("coverOpen");
    expect(await checkOnePrinter.call(admin, { id: printer.id })).toMatchObject({ problem: "cover" });
  });
});

describe("an IPP printer", () => {
  it("gets a PDF, and the job follows it to its end", async () => {
    const printer = await sheetPrinter();
    office.state.next = 5;
    const job = await testPrinter.call(admin, { id: printer.id, requestKey: randomUUID() });
    expect(await deliver(job.id)).toBe(false);
    expect(await jobOf(job.id)).toMatchObject({ state: "atPrinter", problem: null });
    const held = office.jobs.at(-1);
    expect(held?.pdf.subarray(0, 8).toString()).toBe("%PDF-1.7");
    Object.assign(office.state, { printer: 5, reasons: "media-empty-error" });
    await run(followPrints as Job);
    expect(await jobOf(job.id)).toMatchObject({ state: "atPrinter", problem: "paper" });
    expect((await printers.get.call(admin, { id: printer.id })).problem).toBe("paper");
    Object.assign(office.state, { printer: 3, reasons: "none" });
    if (held) held.state = 9;
    await run(followPrints as Job);
    expect(await jobOf(job.id)).toMatchObject({ state: "printed", isConfirmed: true, problem: null });
    expect((await printers.get.call(admin, { id: printer.id })).model).toBe("Test Printer");
  });

  it("is not sent anything while it has no paper, takes no PDF, or answers nonsense", async () => {
    const printer = await sheetPrinter();
    const before = office.jobs.length;
    Object.assign(office.state, { printer: 5, reasons: "media-empty-error" });
    const job = await label(printer.id);
    expect(await deliver(job.id)).toBe(true);
    expect(await jobOf(job.id)).toMatchObject({ state: "waiting", problem: "paper" });
    Object.assign(office.state, { isNonsense: true });
    expect(await deliver(job.id, 2)).toBe(true);
    expect(await jobOf(job.id)).toMatchObject({ state: "waiting", problem: "answer" });
    Object.assign(office.state, { printer: 3, reasons: "none", isNonsense: false, formats: "image/pwg-raster" });
    expect(await deliver(job.id, 3)).toBe(false);
    expect(await jobOf(job.id)).toMatchObject({ state: "failed", problem: "format" });
    office.state.formats = "application/pdf";
    expect(office.jobs).toHaveLength(before);
  });

  it("whose answer got lost is asked for the job instead of getting it twice", async () => {
    const printer = await sheetPrinter();
    const before = office.jobs.length;
    office.state.losesAnswer = true;
    const job = await label(printer.id);
    expect(await deliver(job.id)).toBe(true);
    expect((await jobOf(job.id)).state).toBe("sending");
    office.state.losesAnswer = false;
    expect(await deliver(job.id, 2)).toBe(false);
    expect((await jobOf(job.id)).state).toBe("printed");
    expect(office.jobs).toHaveLength(before + 1);
  });

  it("may give a job up, and it is sent again only when somebody says so", async () => {
    const printer = await sheetPrinter();
    office.state.next = 8;
    const job = await label(printer.id);
    expect(await deliver(job.id)).toBe(false);
    expect(await jobOf(job.id)).toMatchObject({ state: "failed", problem: "aborted" });
    office.state.next = 9;
    await retryPrintJob.call(admin, { id: job.id });
    expect(await deliver(job.id)).toBe(false);
    expect((await jobOf(job.id)).state).toBe("printed");
  });

  it("is told to give up what was cancelled here", async () => {
    const printer = await sheetPrinter();
    office.state.next = 5;
    const job = await label(printer.id);
    await deliver(job.id);
    expect((await cancelPrintJob.call(admin, { id: job.id })).state).toBe("cancelled");
    await run(withdrawPrint as Job, { printJobId: job.id });
    expect(office.jobs.at(-1)?.state).toBe(7);
    await run(followPrints as Job);
    expect((await jobOf(job.id)).state).toBe("cancelled");
  });
});

describeWithIppPrinter("the IPP Everywhere printer of CUPS", () => {
  it("prints a PDF, knows the job by its name, and says that it is done", async () => {
    const cups = await startIppPrinter();
    try {
      const printer = await makePrinter(db(), own.id, { kind: "ipp", port: cups.port, path: "/ipp/print" });
      expect(await checkOnePrinter.call(admin, { id: printer.id })).toMatchObject({ problem: null });
      const job = await label(printer.id, { copies: 2 });
      expect(await deliver(job.id)).toBe(false);
      for (let round = 0; round < 60 && (await jobOf(job.id)).state === "atPrinter"; round += 1) {
        await run(followPrints as Job);
        await new Promise((done) => setTimeout(done, 500));
      }
      expect(await jobOf(job.id)).toMatchObject({ state: "printed", isConfirmed: true });
      expect(cups.documents()[0]?.subarray(0, 5).toString()).toBe("%PDF-");
      // As after a crash: the job that it has is found again.
      await db().update(printJob).set({ state: "sending" }).where(eq(printJob.id, job.id));
      expect(await deliver(job.id, 2)).toBe(false);
      expect((await jobOf(job.id)).state).toBe("printed");
      expect(cups.documents()).toHaveLength(1);
    } finally {
      await cups.stop();
    }
  }, 60_000);

  it("that takes no PDF fails at once", async () => {
    const cups = await startIppPrinter("image/pwg-raster");
    try {
      const printer = await makePrinter(db(), own.id, { kind: "ipp", port: cups.port, path: "/ipp/print" });
      const job = await label(printer.id);
      expect(await deliver(job.id)).toBe(false);
      expect(await jobOf(job.id)).toMatchObject({ state: "failed", problem: "format" });
    } finally {
      await cups.stop();
    }
  }, 30_000);
});

describe("what is printed", () => {
  it("is the day's values at the record times, or of every hour, with what is out of range", async () => {
    const { carrier: place, probes } = await makeFridge(db(), own);
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const at = (hour: number) => new Date(`${day}T${String(hour).padStart(2, "0")}:00:00Z`);
    await db()
      .update(mounting)
      .set({ mountedAt: at(0) })
      .where(eq(mounting.carrierId, place.id));
    await db().update(customer).set({ timeZone: "UTC" }).where(eq(customer.id, own.id));
    await ensurePartitions(db().$client, at(0).getTime(), Date.now());
    const probeId = probes.temperature as number;
    await db().$client`insert into reading (probe_id, at, value) values
      (${probeId}, ${at(8).toISOString()}::timestamptz - interval '1 minute', 5.25), (${probeId}, ${at(14).toISOString()}, 9.5)`;
    const rowsOf = async () => {
      const found = await previewPrint.call(admin, { content: "dayRecord", ids: [place.id], day });
      return found.document.pages[0];
    };
    const hourly = await rowsOf();
    expect(hourly?.table?.rows).toHaveLength(24);
    expect(hourly?.table?.rows.find(([time]) => time === "08:00")?.[1]).toBe("5.25");
    expect(hourly?.table?.rows.find(([time]) => time === "09:00")?.[1]).toBe("–");
    const times = [8, 14].map((hour) => ({ carrierId: place.id, minuteOfDay: hour * 60 }));
    await db().insert(carrierRecordTime).values(times);
    const [range] = await db()
      .insert(zone)
      .values({ customerId: own.id, name: "2-8", measure: "temperature", minimum: 2, maximum: 8 } as never)
      .returning();
    await db()
      .insert(carrierZone)
      .values({ carrierId: place.id, measure: "temperature", zoneId: range?.id as number });
    const page = await rowsOf();
    expect(page?.table?.rows).toEqual([
      ["08:00", "5.25"],
      ["14:00", "9.5 ▲"],
    ]);
    expect(page?.facts.map(([, text]) => text)).toContain("5.25 °C / 9.5 °C");
    const empty = await previewPrint.call(admin, { content: "dayRecord", ids: [place.id], day: "2020-01-01" });
    expect(empty.document.pages[0]?.table).toBeNull();
  });

  it("has a code that screens read: serial number, lot, transport", async () => {
    const lot = await makeLot(db(), (await makeProduct(db(), own.id)) as never);
    const journey = await makeTransport(db(), { customerId: own.id, carrierId: fridge.carrier.id });
    const codeOf = async (content: "deviceLabel" | "lotLabel" | "slip", id: number) =>
      (await previewPrint.call(admin, { content, ids: [id] })).document.pages[0]?.code;
    expect(await codeOf("deviceLabel", fridge.sensor.id)).toContain(
      `sn=${encodeURIComponent(fridge.sensor.serialNumber)}`,
    );
    expect(await codeOf("lotLabel", lot.id)).toBe(lot.number);
    expect(await codeOf("slip", journey.id)).toMatch(/\/handOver\?key=/);
  });

  it("is only what the caller may see, of one customer", async () => {
    const other = await makeFridge(db(), await makeCustomer(db()));
    const ask = (ctx: OperationContext, ids: number[]) =>
      refusal(previewPrint.call(ctx, { content: "carrierLabel", ids }));
    expect(await ask(admin, [other.carrier.id])).toEqual({ code: "NOT_FOUND", issues: ["ids.0 reference"] });
    expect(await ask(staff, [fridge.carrier.id, other.carrier.id])).toEqual({
      code: "INVALID",
      issues: ["ids.1 sameCustomer"],
    });
    const printer = await ticketPrinter();
    expect(await refusal(label(printer.id, { ids: [] }))).toEqual({ code: "INVALID", issues: ["ids required"] });
    const print = { content: "carrierLabel" as const, ids: [other.carrier.id], printerId: printer.id };
    expect(await refusal(createPrintJob.call(staff, { ...print, requestKey: randomUUID() }))).toEqual({
      code: "INVALID",
      issues: ["printerId sameCustomer"],
    });
    const viewer = await accountContext(
      db(),
      await makeUser(db(), own.id, { permissions: ["viewPrinter", "printPrinter"] }),
    );
    expect((await ask(viewer, [fridge.carrier.id])).code).toBe("FORBIDDEN");
  });
});
