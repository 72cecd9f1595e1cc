import type { Permission } from "@/lib/auth/permissions";
import { carrierPage } from "@/lib/page/carrier-page";

/** The steps from an empty customer to an alarm that somebody answers, in order. */
export const CHECKLIST_STEPS = ["device", "value", "carrier", "contact", "plan", "alarm"] as const;
/** The steps from an empty installation to a customer that can be alarmed, in order. */
export const PLATFORM_STEPS = ["password", "customer", "mail"] as const;
type CustomerStep = (typeof CHECKLIST_STEPS)[number];
type PlatformStep = (typeof PLATFORM_STEPS)[number];
export type ChecklistStep = CustomerStep | PlatformStep;

/** A customer that monitors something is helped for this long after its creation. */
export const YOUNG_MS = 30 * 86_400_000;

/** What is stored of a customer whose checklist the account has not closed. */
export type ChecklistFacts = {
  /** Epoch ms. */
  createdAt: number;
  hasDevice: boolean;
  hasValue: boolean;
  /** Unknown devices that have sent something. */
  hasUnknownDevice: boolean;
  /** A carrier on which a probe is mounted. */
  isMonitored: boolean;
  /** A monitored carrier with an enabled trigger, and a range of its own or of the trigger. */
  hasAlarm: boolean;
  /** A carrier to go on with: a monitored one, if there is one. */
  carrierId: number | null;
  hasContact: boolean;
  /** A contact to whom a message was delivered, by another channel than the console. */
  hasReached: boolean;
  /** An enabled trigger with a plan row that notifies a contact. */
  hasPlan: boolean;
  /** A monitored carrier with an enabled trigger that has a plan. */
  alarmCarrierId: number | null;
  /** An alarm or a test alarm was delivered by another channel than the console. */
  hasAlarmed: boolean;
  /** The same by a pop-up of the console. */
  hasPoppedUp: boolean;
};

/** The text that says what an open step asks for; `alarmPopup`: a pop-up alone does not count. */
type StepHint = ChecklistStep | "alarmPopup";

/**
 * A step; `href` is where it is done, null if the account may not open that. `testCarrierId`: it is done in place, with
 * a test alarm of this carrier.
 */
export type StepState = {
  step: ChecklistStep;
  isDone: boolean;
  hint: StepHint;
  href: string | null;
  testCarrierId: number | null;
};

const DONE: Record<CustomerStep, (facts: ChecklistFacts) => boolean> = {
  device: ({ hasDevice }) => hasDevice,
  value: ({ hasValue }) => hasValue,
  carrier: ({ hasAlarm }) => hasAlarm,
  contact: ({ hasReached }) => hasReached,
  plan: ({ hasPlan }) => hasPlan,
  alarm: ({ hasAlarmed }) => hasAlarmed,
};

type Target = { href: string; needs: Permission };

const WIZARD: Target = { href: "/setupWizard", needs: "newCarrier" };

/** Where a step that is not done is done. */
const TARGETS: Record<CustomerStep, (facts: ChecklistFacts) => Target> = {
  device: () => WIZARD,
  value: ({ hasUnknownDevice }) =>
    hasUnknownDevice ? { href: "/device/unknown", needs: "viewUnknownDevice" } : WIZARD,
  carrier: ({ carrierId }) =>
    carrierId === null ? WIZARD : { href: carrierPage(carrierId, "trigger"), needs: "viewCarrier" },
  contact: ({ hasContact }) =>
    hasContact
      ? { href: "/noti/channel", needs: "viewNoticeChannel" }
      : { href: "/arch/contacts", needs: "viewContacts" },
  plan: () => ({ href: "/abnormal/sysAlarm", needs: "viewAlarmTrigger" }),
  alarm: ({ carrierId }) =>
    carrierId === null ? WIZARD : { href: carrierPage(carrierId, "trigger"), needs: "viewCarrier" },
};

/** The carrier whose test alarm does a step; null if the step is done elsewhere. */
const testedBy = (step: CustomerStep, { alarmCarrierId }: ChecklistFacts, permissions: ReadonlySet<Permission>) =>
  step === "alarm" && permissions.has("testNoticeChannel") ? alarmCarrierId : null;

/** The state of each step, worked out from what is stored. */
export const stepsOf = (facts: ChecklistFacts, permissions: ReadonlySet<Permission>): StepState[] =>
  CHECKLIST_STEPS.map((step) => {
    const isDone = DONE[step](facts);
    const { href, needs } = TARGETS[step](facts);
    const testCarrierId = isDone ? null : testedBy(step, facts, permissions);
    const isElsewhere = !isDone && testCarrierId === null && permissions.has(needs);
    const hint = step === "alarm" && facts.hasPoppedUp ? "alarmPopup" : step;
    return { step, isDone, hint, href: isElsewhere ? href : null, testCarrierId };
  });

/** Whether the checklist is shown: until all is done, and never to a customer long at work. */
export const isShown = (facts: ChecklistFacts, now: number): boolean =>
  CHECKLIST_STEPS.some((step) => !DONE[step](facts)) && (!facts.isMonitored || now - facts.createdAt < YOUNG_MS);

/** Whether all is done, and the account has not seen that yet. */
export const isJustDone = (facts: ChecklistFacts): boolean => CHECKLIST_STEPS.every((step) => DONE[step](facts));

/** What is stored of an installation without carriers. */
export type PlatformFacts = {
  /** The password is not the printed one. */
  hasOwnPassword: boolean;
  /** A customer with an account. */
  hasCustomer: boolean;
  /** A mail server is configured. */
  hasMail: boolean;
};

const OF_PLATFORM: Record<PlatformStep, Target & { isDone: (facts: PlatformFacts) => boolean }> = {
  password: {
    ...{ href: "/personal/material?dialog=password", needs: "newCustomer" },
    isDone: ({ hasOwnPassword }) => hasOwnPassword,
  },
  customer: { href: "/sys/customer?form=new", needs: "newCustomer", isDone: ({ hasCustomer }) => hasCustomer },
  mail: { href: "/noti/channel", needs: "viewNoticeChannel", isDone: ({ hasMail }) => hasMail },
};

/** The steps of whoever sets up an installation, as `stepsOf`. */
export const platformStepsOf = (facts: PlatformFacts, permissions: ReadonlySet<Permission>): StepState[] =>
  PLATFORM_STEPS.map((step) => {
    const { href, needs, isDone: isDoneBy } = OF_PLATFORM[step];
    const isDone = isDoneBy(facts);
    return { step, isDone, hint: step, href: !isDone && permissions.has(needs) ? href : null, testCarrierId: null };
  });
