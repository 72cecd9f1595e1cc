import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { db } from "@/db/client";
import { alarmCondition, exception } from "@/db/schema";
import { raiseSeverities } from "@/features/alarm/evaluation/severity.jobs";
import { alarmTriggers } from "@/features/alarm/trigger/trigger.operations";
import { getException } from "@/features/exception/exception.operations";
import { acknowledgeException } from "@/features/exception/handling/operations";
import { deliverNotice } from "@/features/notice/notice.jobs";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { resetEnvironment } from "@/lib/env/env";
import { liveBus } from "@/lib/live/live";
import type { Job } from "@/lib/queue/define-job";
import { signedInAs } from "../factories/exception";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { deviceContext } from "../support/contexts";
import { refusal } from "../support/refusal";
import { runQueue } from "../support/run-queue";
import { type Mailbox, startMailbox } from "../support/smtp";
import { at, exceptionsOf, INTERVAL, report, sweep } from "../support/watched-devices";

const MINUTE = 60_000;
const STEPS = [
  { afterMinutes: 30, severity: "major" as const },
  { afterMinutes: 120, severity: "critical" as const },
];

let owner: Awaited<ReturnType<typeof makeCustomer>>;
let mailbox: Mailbox;
beforeAll(async () => {
  owner = await makeCustomer(db());
  mailbox = await startMailbox();
  process.env.SMTP_URL = `smtp://127.0.0.1:${mailbox.port}`;
  resetEnvironment();
});
afterEach(() => {
  mailbox.mails.length = 0;
});
afterAll(async () => {
  delete process.env.SMTP_URL;
  resetEnvironment();
  await mailbox.close();
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const rise = (at: number) =>
  raiseSeverities.run(
    {},
    { db: db(), now: new Date(at), attempt: 1, maximumAttempts: 1, signal: new AbortController().signal },
  );
const deliver = () => runQueue([deliverNotice as unknown as Job], { ahead: 30 });

/** A fridge that is out of range since `minutesAgo`, and what is known of its exception. */
async function warmFridge(minutesAgo: number) {
  const fridge = await makeFridge(db(), owner, {
    condition: { severity: "minor", severitySteps: STEPS },
    contacts: [
      { name: "Zhang Wei", email: "zhang@example.com", level: 1, locale: "en-US" },
      { name: "Chen Jie", email: "chen@example.com", level: 2, locale: "en-US" },
    ],
    plan: [
      { channels: ["email"], level: 1 },
      { channels: ["email"], level: 2, afterMinutes: 40 },
    ],
  });
  const start = Date.now() - minutesAgo * MINUTE;
  const send = (temperature: number, at: number) =>
    ingest(deviceContext(owner.id), [{ device: fridge.sensor.serialNumber, at, values: { temperature } }]);
  await send(12, start);
  const find = async () => {
    const rows = await db().select().from(exception).orderBy(exception.id);
    return rows.filter(({ deviceId }) => deviceId === fridge.sensor.id);
  };
  const [open] = await find();
  return { ...fridge, start, send, find, id: open?.id as number };
}

it("rises while it lasts, and those at the start of the plan are notified again, even of one acknowledged", async () => {
  const { id, start, find } = await warmFridge(0);
  await deliver();
  expect(mailbox.mails.map(({ subject }) => subject)).toEqual([expect.stringContaining("[Minor]")]);
  await rise(start + 29 * MINUTE);
  expect(await find()).toMatchObject([{ severity: "minor" }]);

  const nurse = await signedInAs(owner.id, { permissions: ["acknowledgeEx", "viewEx"] });
  await acknowledgeException.call(nurse, { id, comment: "On my way" });
  await rise(start + 31 * MINUTE);
  await rise(start + 32 * MINUTE);
  expect(await find()).toMatchObject([{ severity: "major", context: { rises: [{ severity: "major" }] } }]);
  await runQueue([deliverNotice as unknown as Job], { ahead: true });
  const risen = mailbox.mails.slice(1);
  expect(risen.map(({ subject }) => subject)).toEqual([expect.stringContaining("[Major]")]);
  expect(JSON.stringify(risen[0]?.to)).toContain("zhang@example.com");

  await rise(start + 125 * MINUTE);
  const detail = await getException.call(nurse, { id });
  expect(detail.severity).toBe("critical");
  expect(detail.context.rises).toEqual([
    { at: new Date(start + 30 * MINUTE).toISOString(), severity: "major" },
    { at: new Date(start + 120 * MINUTE).toISOString(), severity: "critical" },
  ]);
});

it("is as severe from the beginning as it has lasted when it is found", async () => {
  const { find } = await warmFridge(150);
  expect(await find()).toMatchObject([{ severity: "critical", endedAt: null }]);
});

it("ends with the severity of its whole length, and rises no more", async () => {
  const { find, send, start } = await warmFridge(60);
  expect(await find()).toMatchObject([{ severity: "major" }]);
  await send(5, start + 20 * MINUTE);
  expect(await find()).toMatchObject([{ severity: "minor", endedAt: new Date(start + 20 * MINUTE) }]);
  await rise(start + 200 * MINUTE);
  expect(await find()).toMatchObject([{ severity: "minor" }]);
});

it("is refused where it would not rise", async () => {
  const admin = await signedInAs(owner.id, { permissions: ["newAlarmTrigger", "viewAlarmTrigger"] });
  const range = { kind: "range", measure: "temperature", minimum: 2, maximum: 8, delaySeconds: 600 };
  const issuesOf = async (severity: string, severitySteps: unknown) => {
    const input = { name: `rising ${severity}`, severity, conditions: [{ ...range, severitySteps }], plan: [] };
    const { issues } = await refusal(alarmTriggers.create.call(admin, input as never));
    return (issues ?? []).map(({ path, rule }) => `${path} ${rule}`);
  };
  const at = (afterMinutes: number, severity: string) => [{ afterMinutes, severity }];
  expect(await issuesOf("major", at(30, "minor"))).toEqual(["conditions.0.severitySteps.0.severity worseStep"]);
  expect(await issuesOf("minor", at(5, "major"))).toEqual(["conditions.0.severitySteps.0.afterMinutes stepAfterDelay"]);
  expect((await issuesOf("minor", at(0, "major")))[0]).toContain("conditions.0.severitySteps.0.afterMinutes");
  const made = await alarmTriggers.create.call(admin, {
    name: "rising",
    severity: "minor",
    conditions: [{ ...range, severitySteps: STEPS }],
    plan: [],
  } as never);
  expect(made.conditions).toMatchObject([{ severitySteps: STEPS }]);
});

it("does not rise of a gateway, whatever steps a sensor's condition has that says whom to notify", async () => {
  const gateway = await makeGateway(db(), owner.id, { ...INTERVAL, sceneId: owner.sceneId });
  const fridge = await makeFridge(db(), owner, { gatewayId: gateway.id, device: INTERVAL });
  const [condition] = await db()
    .insert(alarmCondition)
    .values({ triggerId: fridge.trigger.id, kind: "no-data", measure: "temperature", severitySteps: STEPS })
    .returning();
  await report(fridge.sensor, 0, { temperature: 5 });
  await sweep(4);
  const silent = { kind: "no-data", severity: "major", conditionId: condition?.id, endedAt: null };
  expect(await exceptionsOf(gateway)).toMatchObject([silent]);
  await rise(at(300));
  expect(await exceptionsOf(gateway)).toMatchObject([{ ...silent, context: { affected: [fridge.sensor.id] } }]);
});
