import "server-only";
import type { Severity } from "@/db/enums";
import { knownReason } from "@/features/exception/figures/timeline.rules";
import { isChannelConfigured } from "@/features/notice/delivery/channel.service";
import { findPeople } from "@/features/notice/delivery/plan.service";
import { sendTestAlarm } from "@/features/notice/notice.service";
import { visibilityOf } from "@/lib/auth/visibility";
import { conflict } from "@/lib/errors";
import { exportWords } from "@/lib/export/list-export";
import { limitRate } from "@/lib/http/rate-limit";
import { holds, type OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { silencedAmong } from "../silence/silenced.service";
import { findPlan } from "../trigger/plan.data";
import { findContacts, findLimits, findTests, getSubject } from "./data";
import type { TestAlarmState } from "./follow.rules";
import { alarmNow, chosenSteps, messagesOf, obstaclesOf, stateOf, stepsOf } from "./rules";
import {
  type TestAlarmDto,
  TestAlarmInput,
  type TestAlarmPlanDto,
  TestAlarmQuery,
  TestAlarmStateQuery,
} from "./schema";

/** The most test alarms of a carrier, and by an account, within ten minutes. */
const TESTS_OF_CARRIER = 3;
const TESTS_EACH = 6;
const TEST_WINDOW_SECONDS = 600;

/** The plan of the carrier's trigger as the delivery would follow it if an alarm of this severity began now. */
async function planNow(ctx: OperationContext, carrierId: number, severity: Severity) {
  const { db } = ctx;
  const now = ctx.now.getTime();
  const subject = await getSubject(db, visibilityOf(ctx), carrierId);
  const { trigger, timeZone, notifyByEmail, notifyBySms, sceneId } = subject;
  const rows = trigger ? await findPlan(db, { triggerId: trigger.id }) : [];
  const groupIds = rows.flatMap(({ contactGroupId }) => contactGroupId ?? []);
  const [limits, people, found, silenced] = await Promise.all([
    trigger ? findLimits(db, trigger.id, carrierId) : [],
    findContacts(db, groupIds),
    findPeople(db, groupIds),
    silencedAmong(ctx, [carrierId]),
  ]);
  const plan = { ...found, rows, customer: { notifyByEmail, notifyBySms, timeZone } };
  const known = { people, isConfigured: isChannelConfigured, mayViewAddresses: holds(ctx, "viewContacts") };
  const { carrierStatus, alarmSwitch, hasSensor } = subject;
  const hold = {
    ...{ carrierStatus, alarmSwitch },
    pausedUntil: subject.pausedUntil?.getTime() ?? null,
    defrostUntil: subject.defrostUntil?.getTime() ?? null,
    silencedUntil: silenced.get(carrierId)?.until ?? null,
  };
  const readiness = { hold, trigger, hasSensor, timeZone, hasLimit: limits.length > 0, hasPlan: rows.length > 0 };
  const shown: TestAlarmPlanDto = {
    carrierName: subject.name,
    trigger: trigger && { id: trigger.id, name: trigger.name, severity: trigger.severity },
    ...{ limits, severity, timeZone },
    obstacles: obstaclesOf(readiness, now),
    steps: stepsOf(plan, alarmNow(severity, sceneId, now), known),
  };
  return { subject, shown };
}

/** Who would be notified if an alarm of this carrier began now, at each step of the plan, and who would not and why. */
export const getTestAlarmPlan = defineOperation({
  name: "carrier.testAlarmPlan",
  kind: "query",
  permission: "testNoticeChannel",
  input: TestAlarmQuery,
  run: async (ctx, { id, severity }): Promise<TestAlarmPlanDto> => (await planNow(ctx, id, severity)).shown,
});

/**
 * Sends a test alarm of the carrier to those whom an alarm would notify now: the plan's first step, or all steps, each
 * by its channels. It raises no exception; the messages are attempted once and logged as tests. Throws CONFLICT if the
 * plan reaches nobody, RATE_LIMITED past three of a carrier or six by an account in ten minutes.
 */
export const sendTestAlarmOf = defineOperation({
  name: "carrier.testAlarm",
  kind: "mutation",
  permission: "testNoticeChannel",
  input: TestAlarmInput,
  async run(ctx, { id, severity, levels }): Promise<TestAlarmDto> {
    if (ctx.actor.type !== "user") throw conflict("id", "person", "a test is sent by a person");
    const { user } = ctx.actor.principal;
    const { subject, shown } = await planNow(ctx, id, severity);
    const { customerId, name: carrier, customerName: customer, trigger, temperatureUnit } = subject;
    const messages = messagesOf(chosenSteps(shown.steps, levels));
    if (!trigger || messages.length === 0) throw conflict("id", "noRecipient", "an alarm would notify nobody now");
    await limitRate(`test-alarm:${user.id}`, TESTS_EACH, TEST_WINDOW_SECONDS);
    await limitRate(`test-alarm-of:${id}`, TESTS_OF_CARRIER, TEST_WINDOW_SECONDS);
    const common = { carrierId: id, carrier, customer, limits: shown.limits, temperatureUnit, plan: trigger.name };
    const ids = await sendTestAlarm(ctx.tx, {
      ...{ customerId, by: user.name },
      messages: messages.map(({ recipient: { contactId, channel }, step }) => {
        const { afterMinutes, groupName: group, level, isOnDuty } = step;
        return { contactId, channel, alarm: { ...common, afterMinutes, group, level, isOnDuty } };
      }),
    });
    const sent = messages.map(({ recipient: { contactId, name, channel, address, remark }, step }, index) => ({
      ...{ id: ids[index] as number, rowId: step.rowId, contactId, name, channel, address, remark },
    }));
    const recipients = [...new Set(sent.flatMap(({ name }) => name || []))];
    ctx.audit({ customerId, new: { alarmTriggerId: trigger.id, severity, levels, recipients } });
    return { ...shown, sent };
  },
  audit: { entity: "carrier", id: (_, { id }) => id },
});

/** The state of each message of a test alarm of this carrier, for polling; unknown ids are left out. */
export const getTestAlarmStates = defineOperation({
  name: "carrier.testAlarmResult",
  kind: "query",
  permission: "testNoticeChannel",
  input: TestAlarmStateQuery,
  async run(ctx, { id, ids }): Promise<{ items: TestAlarmState[] }> {
    await getSubject(ctx.db, visibilityOf(ctx), id);
    const mayViewAddresses = holds(ctx, "viewContacts");
    const t = (await exportWords(ctx)).look("notice-log");
    const worded = (reason: string) => {
      const known = knownReason(reason);
      return known ? t(`reason.${known.key}`, { detail: known.detail }) : reason;
    };
    const items = (await findTests(ctx.db, id, ids)).map(stateOf);
    return {
      items: items.map((one) => ({
        ...one,
        recipient: mayViewAddresses ? one.recipient : "",
        reason: worded(one.reason),
      })),
    };
  },
});
