import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { ensurePartitions } from "@/db/partitions";
import {
  carrier,
  carrierRecordTime,
  carrierZone,
  customer,
  mounting,
  printGroup,
  printJob,
  scene,
  transport,
  zone,
} from "@/db/schema";
import { planPrints } from "@/features/printer/group/jobs";
import {
  checkPrintGroup,
  previewPrintGroup,
  printGroups,
  printPrintGroup,
  removePrintGroups,
  renamePrintGroup,
  switchPrintGroup,
} from "@/features/printer/group/operations";
import { deliverPrint, followPrints, withdrawPrint } from "@/features/printer/job/jobs";
import {
  cancelPrintJob,
  confirmPrintJob,
  createPrintJob,
  getPrintJob,
  listPrintJobs,
  previewPrint,
  retryPrintJob,
  testPrinter,
} from "@/features/printer/job/operations";
import { checkOnePrinter, getPrinterInfo, printers, switchPrinter } from "@/features/printer/printer.operations";
import { resetEnvironment } from "@/lib/env/env";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import type { Job } from "@/lib/queue/define-job";
import { accountContext, makeUser } from "../factories/account";
import { makeLot, makeProduct } from "../factories/goods";
import { makePrinter, makePrintGroup, makePrintJob } from "../factories/print";
import { makeTransport } from "../factories/transport";
import { makeCustomer, makeFridge } from "../factories/world";
import { trailOf } from "../support/audit";
import { describeWithIppPrinter, startIppPrinter, startScriptedPrinter } from "../support/ipp-printer";
import { refusal as failureOf } from "../support/refusal";
import { startTicketPrinter } from "../support/ticket-printer";

let own: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;
let staff: OperationContext;
let stranger: OperationContext;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
let roll: Awaited<ReturnType<typeof startTicketPrinter>>;
let office: Awaited<ReturnType<typeof startScriptedPrinter>>;

beforeAll(async () => {
  own = await makeCustomer(db());
  fridge = await makeFridge(db(), own);
  admin = await accountContext(db(), await makeUser(db(), own.id, {}));
  staff = await accountContext(db(), await makeUser(db(), own.id, { scopeType: 3 }));
  stranger = await accountContext(db(), await makeUser(db(), (await makeCustomer(db())).id, {}));
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

const run = (job: Job, payload = {}, attempt = 1, now = new Date()) =>
  job.run(payload as never, { db: db(), now, attempt, maximumAttempts: 11, signal: new AbortController().signal });
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
    expect(ticket?.codes[0]).toMatch(new RegExp(`/newCarrierDetail\\?id=${fridge.carrier.id}$`));
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
    expect(await deliver(job.id, 11)).toBe(false);
    expect(await jobOf(job.id)).toMatchObject({ state: "failed", problem: "unreachable", attempts: 2 });
    const printer = await ticketPrinter();
    roll.behave("nonsense");
    const other = await label(printer.id);
    expect(await deliver(other.id, 11)).toBe(false);
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

describe("printers", () => {
  const values = { name: "Office", kind: "ipp" as const, host: "printer.example.org", port: 631 };

  it("are created, changed, switched off and removed, each in the log", async () => {
    const made = await printers.create.call(admin, values);
    expect(made).toMatchObject({ name: "Office", path: "/ipp/print", mayReachPrivate: false, checkedAt: null });
    expect(await refusal(printers.create.call(admin, { ...values, name: "OFFICE" }))).toEqual({
      code: "CONFLICT",
      issues: ["name unique"],
    });
    await printers.update.call(admin, { ...values, id: made.id, name: "Office 2" });
    await switchPrinter.call(admin, { id: made.id, isEnabled: false });
    expect((await getPrinterInfo.call(admin, {})).find(({ id }) => id === made.id)?.isEnabled).toBe(false);
    expect(await refusal(label(made.id))).toEqual({ code: "CONFLICT", issues: ["printerId printerDisabled"] });
    await printers.remove.call(admin, { id: made.id });
    expect((await trailOf(db(), own.id, "printer", made.id)).map(({ operation }) => operation)).toEqual([
      "printer.create",
      "printer.update",
      "printer.switch",
      "printer.remove",
    ]);
  });

  it("are in private networks only if the platform's staff says so", async () => {
    const inside = { ...values, name: "Inside", host: "10.1.2.3" };
    expect(await refusal(printers.create.call(admin, inside))).toEqual({
      code: "INVALID",
      issues: ["host privatePrinter"],
    });
    for (const host of ["169.254.169.254", "0.0.0.0", "224.0.0.1"])
      expect((await refusal(printers.create.call(staff, { ...inside, host }))).code).toBe("INVALID");
    const made = await printers.create.call(staff, inside);
    expect(made.mayReachPrivate).toBe(true);
    // A customer's change of the address loses the permission.
    expect((await refusal(printers.update.call(admin, { ...inside, id: made.id, port: 80 }))).code).toBe("INVALID");
    expect((await printers.update.call(admin, { ...inside, id: made.id, name: "In" })).mayReachPrivate).toBe(true);
    const closed = await ticketPrinter({ mayReachPrivate: false });
    const job = await label(closed.id);
    await deliver(job.id, 11);
    expect(await jobOf(job.id)).toMatchObject({ state: "failed", problem: "address" });
    process.env.PRINT_PRIVATE = "on";
    resetEnvironment();
    try {
      const open = await printers.create.call(admin, { ...inside, name: "Open" });
      // Not beyond the setting.
      expect(open).toMatchObject({ host: "10.1.2.3", mayReachPrivate: false });
    } finally {
      delete process.env.PRINT_PRIVATE;
      resetEnvironment();
    }
  });

  it("cannot be removed while they are used", async () => {
    const printer = await ticketPrinter();
    const group = await makePrintGroup(db(), own.id, { printerIds: [printer.id], carrierIds: [fridge.carrier.id] });
    const remove = () => refusal(printers.remove.call(admin, { id: printer.id }));
    expect(await remove()).toEqual({ code: "CONFLICT", issues: ["id printerInUse"] });
    await printGroups.remove.call(admin, { id: group.id });
    const job = await makePrintJob(db(), printer);
    expect(await remove()).toEqual({ code: "CONFLICT", issues: ["id printerBusy"] });
    await cancelPrintJob.call(admin, { id: job.id });
    await printers.remove.call(admin, { id: printer.id });
    expect(await jobOf(job.id)).toMatchObject({ printerId: null, printerName: printer.name });
  });

  it("are nobody else's, and not for accounts of a part of the house to change", async () => {
    const printer = await ticketPrinter();
    const job = await makePrintJob(db(), printer);
    for (const call of [
      () => printers.get.call(stranger, { id: printer.id }),
      () => printers.remove.call(stranger, { id: printer.id }),
      () => testPrinter.call(stranger, { id: printer.id, requestKey: randomUUID() }),
      () => getPrintJob.call(stranger, { id: job.id }),
      () => cancelPrintJob.call(stranger, { id: job.id }),
    ])
      expect((await refusal(call())).code).toBe("NOT_FOUND");
    const bound = { scopeType: 0 as const, sceneIds: [fridge.carrier.sceneId] };
    const nurse = await accountContext(db(), await makeUser(db(), own.id, bound));
    expect((await refusal(printers.remove.call(nurse, { id: printer.id }))).code).toMatch(/NOT_FOUND|FORBIDDEN/);
    const mine = await createPrintJob.call(nurse, {
      ...{ content: "carrierLabel", ids: [fridge.carrier.id], printerId: printer.id, requestKey: randomUUID() },
    });
    expect((await listPrintJobs.call(nurse, {})).items.map(({ id }) => id)).toEqual([mine.id]);
    expect((await refusal(getPrintJob.call(nurse, { id: job.id }))).code).toBe("NOT_FOUND");
    const reader = await accountContext(db(), await makeUser(db(), own.id, { permissions: ["viewPrinter"] }));
    expect((await refusal(cancelPrintJob.call(reader, { id: job.id }))).code).toBe("FORBIDDEN");
    expect((await jobOf(job.id)).state).toBe("waiting");
  });
});

describe("a print group", () => {
  const inputOf = (printerIds: number[], carrierIds: number[], values = {}) => ({
    ...{ groupName: `G ${randomUUID().slice(0, 8)}`, printerIds, carrierIds, times: ["08:00"] },
    contents: ["carrierLabel" as const],
    ...values,
  });

  it("needs at least one printer, carrier, content and time, and names the field", async () => {
    const printer = await ticketPrinter();
    const empty = inputOf([], [], { times: [], contents: [] });
    expect((await refusal(printGroups.create.call(admin, empty))).issues.toSorted()).toEqual([
      "carrierIds atLeastOne",
      "contents atLeastOne",
      "printerIds atLeastOne",
      "times atLeastOne",
    ]);
    const other = await makeFridge(db(), await makeCustomer(db()));
    expect(await refusal(printGroups.create.call(admin, inputOf([printer.id], [other.carrier.id])))).toEqual({
      code: "NOT_FOUND",
      issues: ["carrierIds reference"],
    });
    const foreign = await makePrinter(db(), other.carrier.customerId);
    expect(await refusal(printGroups.create.call(admin, inputOf([foreign.id], [fridge.carrier.id])))).toEqual({
      code: "NOT_FOUND",
      issues: ["printerIds reference"],
    });
  });

  it("is saved, renamed, checked, switched and removed", async () => {
    const printer = await ticketPrinter();
    const made = await printGroups.create.call(admin, inputOf([printer.id], [fridge.carrier.id]));
    expect(made).toMatchObject({
      times: ["08:00"],
      carriers: [{ id: fridge.carrier.id }],
      printers: [{ id: printer.id }],
    });
    expect(made.nextAt).toBeGreaterThan(Date.now());
    const { groupName } = made;
    expect(await checkPrintGroup.call(admin, { groupName })).toEqual({ groupName, isFree: false });
    expect((await checkPrintGroup.call(admin, { groupName, id: made.id })).isFree).toBe(true);
    expect(
      await refusal(printGroups.create.call(admin, inputOf([printer.id], [fridge.carrier.id], { groupName }))),
    ).toEqual({
      code: "CONFLICT",
      issues: ["groupName unique"],
    });
    const id = made.id;
    expect((await renamePrintGroup.call(admin, { id, groupName: "Wards" })).groupName).toBe("Wards");
    expect((await switchPrintGroup.call(admin, { id, isEnabled: false })).nextAt).toBeNull();
    const saved = await printGroups.update.call(admin, {
      ...inputOf([printer.id], [fridge.carrier.id], { groupName: "Wards 2", times: ["17:00", "07:30"] }),
      id,
    });
    expect(saved).toMatchObject({ groupName: "Wards 2", times: ["07:30", "17:00"], isEnabled: true });
    expect((await refusal(renamePrintGroup.call(stranger, { id, groupName: "X" }))).code).toBe("NOT_FOUND");
    await removePrintGroups.call(admin, { ids: [id] });
    expect((await refusal(printGroups.get.call(admin, { id }))).code).toBe("NOT_FOUND");
    const trail = await trailOf(db(), own.id, "printGroup", id);
    expect(trail.map(({ operation }) => operation)).toContain("printGroup.rename");
  });

  it("prints once at its time, however often and late it is planned", async () => {
    const printer = await ticketPrinter();
    const second = await sheetPrinter();
    const nextAt = new Date(Date.now() - 5 * 86_400_000);
    const group = await makePrintGroup(
      db(),
      own.id,
      { printerIds: [printer.id, second.id], carrierIds: [fridge.carrier.id] },
      { nextAt, contents: ["carrierLabel", "dayRecord", "lotLabel"] },
    );
    await Promise.all([run(planPrints as Job), run(planPrints as Job)]);
    await db().update(printGroup).set({ nextAt }).where(eq(printGroup.id, group.id));
    await run(planPrints as Job);
    const { items } = await listPrintJobs.call(admin, { groupId: group.id });
    expect(items.map(({ content, printerId }) => `${content} ${printerId}`).toSorted()).toEqual(
      [printer.id, second.id].flatMap((id) => [`carrierLabel ${id}`, `dayRecord ${id}`]).toSorted(),
    );
    expect(items.every(({ userName, dueAt }) => userName === "" && dueAt !== null)).toBe(true);
    const after = await printGroups.get.call(admin, { id: group.id });
    expect(after.nextAt).toBeGreaterThan(Date.now());
    const trail = await trailOf(db(), own.id, "printGroup", group.id);
    expect(trail.map(({ operation }) => operation)).toEqual(["printGroup.printAtTime", "printGroup.printAtTime"]);
  });

  it("is previewed and printed now, once for a request", async () => {
    const printer = await ticketPrinter();
    const group = await makePrintGroup(db(), own.id, { printerIds: [printer.id], carrierIds: [fridge.carrier.id] });
    const { previews } = await previewPrintGroup.call(admin, { id: group.id });
    expect(previews.map(({ content }) => content)).toEqual(["carrierLabel"]);
    expect(previews[0]?.images[0]).toContain("data:image/svg+xml");
    const requestKey = randomUUID();
    const first = await printPrintGroup.call(admin, { id: group.id, requestKey });
    const again = await printPrintGroup.call(admin, { id: group.id, requestKey });
    expect(first.jobs).toHaveLength(1);
    expect(again.jobs.map(({ id }) => id)).toEqual(first.jobs.map(({ id }) => id));
  });

  it("prints slips of the transports under way, and stops with its customer", async () => {
    const printer = await ticketPrinter();
    const van = await makeFridge(db(), own);
    const journey = await makeTransport(db(), { customerId: own.id, carrierId: van.carrier.id }, { state: "underway" });
    const group = await makePrintGroup(
      db(),
      own.id,
      { printerIds: [printer.id], carrierIds: [van.carrier.id] },
      { contents: ["slip", "deviceLabel"] },
    );
    const { previews } = await previewPrintGroup.call(admin, { id: group.id });
    expect(previews.map(({ document }) => document.pages[0]?.heading)).toEqual([journey.number, "Sensor"]);
    await db().update(transport).set({ state: "delivered" }).where(eq(transport.id, journey.id));
    expect((await previewPrintGroup.call(admin, { id: group.id })).previews).toHaveLength(1);
  });

  it("keeps carriers that the editor does not see", async () => {
    const printer = await ticketPrinter();
    const vehicle = await makeFridge(db(), own);
    await db().update(carrier).set({ type: "vehicle" }).where(eq(carrier.id, vehicle.carrier.id));
    const both = { printerIds: [printer.id], carrierIds: [fridge.carrier.id, vehicle.carrier.id] };
    const group = await makePrintGroup(db(), own.id, both);
    const half = await accountContext(
      db(),
      await makeUser(db(), own.id, { permissions: ["viewRefrigerator", "editPrinter", "viewPrinter"] }),
    );
    const seen = await printGroups.get.call(half, { id: group.id });
    expect(seen.otherCarriers).toBe(1);
    await printGroups.update.call(half, {
      ...inputOf(
        [printer.id],
        seen.carriers.map(({ id }) => id),
      ),
      id: group.id,
    });
    expect((await printGroups.get.call(admin, { id: group.id })).carriers).toHaveLength(2);
    expect(await db().select().from(scene).where(eq(scene.id, own.sceneId))).toHaveLength(1);
  });
});
