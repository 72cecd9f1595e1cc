import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { carrier, printGroup, printJob, scene, transport } from "@/db/schema";
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
import { deliverPrint } from "@/features/printer/job/jobs";
import {
  cancelPrintJob,
  createPrintJob,
  getPrintJob,
  listPrintJobs,
  testPrinter,
} from "@/features/printer/job/operations";
import { getPrinterInfo, printers, switchPrinter } from "@/features/printer/printer.operations";
import { resetEnvironment } from "@/lib/env/env";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import type { Job } from "@/lib/queue/define-job";
import { accountContext, makeUser } from "../factories/account";
import { makePrinter, makePrintGroup, makePrintJob } from "../factories/print";
import { makeTransport } from "../factories/transport";
import { makeCustomer, makeFridge } from "../factories/world";
import { trailOf } from "../support/audit";
import { refusal as failureOf } from "../support/refusal";

let own: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;
let staff: OperationContext;
let stranger: OperationContext;
let fridge: Awaited<ReturnType<typeof makeFridge>>;

beforeAll(async () => {
  own = await makeCustomer(db());
  fridge = await makeFridge(db(), own);
  admin = await accountContext(db(), await makeUser(db(), own.id, {}));
  staff = await accountContext(db(), await makeUser(db(), own.id, { scopeType: 3 }));
  stranger = await accountContext(db(), await makeUser(db(), (await makeCustomer(db())).id, {}));
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const run = (job: Job, payload = {}, attempt = 1, now = new Date()) =>
  job.run(payload as never, { db: db(), now, attempt, maximumAttempts: 11, signal: new AbortController().signal });
const jobOf = (id: number) => getPrintJob.call(admin, { id });
async function refusal(call: Promise<unknown>) {
  const { code, issues = [] } = await failureOf(call);
  return { code, issues: issues.map(({ path, rule }) => `${path} ${rule}`) };
}
// Nothing listens there, and nothing is sent in these tests.
const ticketPrinter = (values = {}) => makePrinter(db(), own.id, values);
const label = (printerId: number) =>
  createPrintJob.call(admin, {
    ...{ content: "carrierLabel" as const, ids: [fridge.carrier.id], printerId, requestKey: randomUUID() },
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
    await run(deliverPrint as Job, { printJobId: job.id }, 11);
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
    const second = await ticketPrinter();
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

  it("prints codes that open where it was saved, also at its time and without PUBLIC_URL", async () => {
    const printer = await ticketPrinter();
    const made = await printGroups.create.call(admin, inputOf([printer.id], [fridge.carrier.id]));
    const { previews } = await previewPrintGroup.call(admin, { id: made.id });
    await db().update(printGroup).set({ nextAt: new Date() }).where(eq(printGroup.id, made.id));
    await run(planPrints as Job);
    const { items } = await listPrintJobs.call(admin, { groupId: made.id });
    const [planned] = await db()
      .select({ document: printJob.document })
      .from(printJob)
      .where(eq(printJob.id, items[0]?.id ?? 0));
    const code = planned?.document.pages[0]?.code;
    expect(code).toMatch(/^http:/);
    expect(code).toBe(previews[0]?.document.pages[0]?.code);
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
