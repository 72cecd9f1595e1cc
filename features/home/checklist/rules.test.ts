import { describe, expect, it } from "vitest";
import { ALL_PERMISSIONS, type Permission } from "@/lib/auth/permissions";
import {
  CHECKLIST_STEPS,
  type ChecklistFacts,
  isJustDone,
  isShown,
  PLATFORM_STEPS,
  platformStepsOf,
  stepsOf,
  YOUNG_MS,
} from "./rules";

const ALL = new Set<Permission>(ALL_PERMISSIONS);
const NOW = Date.UTC(2026, 10, 28);
const EMPTY: ChecklistFacts = {
  createdAt: NOW - 1000,
  hasDevice: false,
  hasValue: false,
  hasUnknownDevice: false,
  isMonitored: false,
  hasAlarm: false,
  carrierId: null,
  hasContact: false,
  hasReached: false,
  hasPlan: false,
  alarmCarrierId: null,
  hasAlarmed: false,
  hasPoppedUp: false,
};
const DONE: ChecklistFacts = {
  ...EMPTY,
  hasDevice: true,
  hasValue: true,
  isMonitored: true,
  hasAlarm: true,
  carrierId: 7,
  hasContact: true,
  hasReached: true,
  hasPlan: true,
  alarmCarrierId: 7,
  hasAlarmed: true,
};
const hrefOf = (facts: Partial<ChecklistFacts>, step: string, held: ReadonlySet<Permission> = ALL) =>
  stepsOf({ ...EMPTY, ...facts }, held).find((one) => one.step === step)?.href;

describe("the steps", () => {
  it("are all open at the start, and all done without an action at the end", () => {
    expect(stepsOf(EMPTY, ALL).map(({ step, isDone }) => [step, isDone])).toEqual(
      CHECKLIST_STEPS.map((step) => [step, false]),
    );
    for (const state of stepsOf(DONE, ALL))
      expect(state).toMatchObject({ isDone: true, href: null, testCarrierId: null });
  });

  it.each<[Partial<ChecklistFacts>, string, string]>([
    [{}, "device", "/setupWizard"],
    [{}, "value", "/setupWizard"],
    [{ hasUnknownDevice: true }, "value", "/device/unknown"],
    [{}, "carrier", "/setupWizard"],
    [{ carrierId: 7 }, "carrier", "/carrier/carrierDetailPage?id=7&tab=trigger"],
    [{}, "contact", "/arch/contacts"],
    [{ hasContact: true }, "contact", "/noti/channel"],
    [{}, "plan", "/abnormal/sysAlarm"],
    [{}, "alarm", "/setupWizard"],
    [{ carrierId: 7 }, "alarm", "/carrier/carrierDetailPage?id=7&tab=trigger"],
  ])("%o: '%s' is done at %s", (facts, step, href) => expect(hrefOf(facts, step)).toBe(href));

  it("end with a test alarm in place, for whoever may send one", () => {
    const facts = { ...DONE, carrierId: 5, hasAlarmed: false };
    const alarmOf = (held: ReadonlySet<Permission>) => stepsOf(facts, held).find(({ step }) => step === "alarm");
    expect(alarmOf(ALL)).toEqual({ step: "alarm", isDone: false, hint: "alarm", href: null, testCarrierId: 7 });
    expect(alarmOf(new Set(["viewCarrier"]))).toEqual({
      ...{ step: "alarm", isDone: false, hint: "alarm", testCarrierId: null },
      href: "/carrier/carrierDetailPage?id=5&tab=trigger",
    });
  });

  it("say that a pop-up alone is no alarm that reached somebody", () => {
    const [alarm] = stepsOf({ ...DONE, hasAlarmed: false, hasPoppedUp: true }, ALL).slice(-1);
    expect(alarm).toMatchObject({ step: "alarm", isDone: false, hint: "alarmPopup", testCarrierId: 7 });
  });

  it("offer no action that the account may not open", () => {
    expect(hrefOf({ hasContact: true }, "contact", new Set(["newCarrier"]))).toBeNull();
    expect(hrefOf({}, "device", new Set(["newCarrier"]))).toBe("/setupWizard");
  });
});

describe("the checklist", () => {
  it("is shown while something is missing", () => {
    expect(isShown(EMPTY, NOW)).toBe(true);
    expect(isShown({ ...DONE, hasAlarmed: false }, NOW)).toBe(true);
    expect(isShown(DONE, NOW)).toBe(false);
  });

  it("is not shown to a customer long at work, but to one that monitors nothing", () => {
    const old = { createdAt: NOW - YOUNG_MS };
    expect(isShown({ ...DONE, ...old, hasReached: false }, NOW)).toBe(false);
    expect(isShown({ ...EMPTY, ...old }, NOW)).toBe(true);
  });

  it("is over once all is done", () => {
    expect(isJustDone(DONE)).toBe(true);
    expect(isJustDone({ ...DONE, hasPlan: false })).toBe(false);
  });
});

describe("the steps of an installation", () => {
  const NOTHING = { hasOwnPassword: false, hasCustomer: false, hasMail: false };

  it("lead to the screens on which they are done", () => {
    expect(platformStepsOf(NOTHING, ALL).map(({ step, href }) => [step, href])).toEqual([
      ["password", "/personal/material?dialog=password"],
      ["customer", "/sys/customer?form=new"],
      ["mail", "/noti/channel"],
    ]);
  });

  it("lead nowhere once done, nor where the account may not go", () => {
    const done = { hasOwnPassword: true, hasCustomer: true, hasMail: true };
    for (const step of platformStepsOf(done, ALL)) expect(step).toMatchObject({ isDone: true, href: null });
    const steps = platformStepsOf(NOTHING, new Set<Permission>(["newCustomer"]));
    expect(steps.map(({ step }) => step)).toEqual(PLATFORM_STEPS);
    expect(steps.find(({ step }) => step === "mail")?.href).toBeNull();
  });
});
