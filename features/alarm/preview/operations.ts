import "server-only";
import { type Measure, NOTICE_CHANNELS, type NoticeChannel } from "@/db/enums";
import type { Passage } from "@/features/geofence/crossing.rules";
import { passagesOf } from "@/features/geofence/crossing.service";
import { isChannelConfigured } from "@/features/notice/delivery/channel.service";
import { findPeople } from "@/features/notice/delivery/plan.service";
import { visibilityOf } from "@/lib/auth/visibility";
import { defineOperation } from "@/lib/operation/define-operation";
import { resolveWriteTarget } from "@/lib/resource/table-store";
import { assertGeofences } from "../condition/geofence.operations";
import { findOpenSpans } from "../evaluation/evaluation.data";
import { assertGroups } from "../trigger/plan.operations";
import { findNewest, findProbes, getPlace } from "./data";
import {
  alarmsIn,
  doorLeadOf,
  LISTED,
  leadOf,
  machineOf,
  readingsEach,
  staysIn,
  weightOf,
  withMessages,
} from "./rules";
import { PREVIEW_MS, type PreviewDto, PreviewInput } from "./schema";

/**
 * What a trigger would have raised at a carrier in the last 30 days, and whom it would have notified. Uses the same
 * machines and planner as live evaluation, as if the carrier had been running with its alarm on and nobody had
 * acknowledged.
 */
export const previewTrigger = defineOperation({
  name: "alarmTrigger.preview",
  kind: "query",
  permission: "viewAlarmTrigger",
  input: PreviewInput,
  async run(ctx, { carrierId, severity, calendar, conditions, plan }): Promise<PreviewDto> {
    const { db } = ctx;
    const { customerId, sceneId, timeZone, name, ...channels } = await getPlace(db, visibilityOf(ctx), carrierId);
    // Groups and their members require the whole customer in scope.
    resolveWriteTarget(ctx, { customerId });
    const groups = plan.map(({ contactGroupId }, index) => ({
      id: contactGroupId,
      path: `plan.${index}.contactGroupId`,
    }));
    await assertGroups(ctx, customerId, groups);
    await assertGeofences(db, customerId, conditions);
    const now = ctx.now.getTime();
    const from = now - PREVIEW_MS;
    const clock = { calendar, timeZone, from, now };
    const probes = await findProbes(db, carrierId);
    const crossed = conditions.filter((one) => one.kind === "geofence");
    const measuring = conditions.filter((one) => one.kind !== "geofence");
    const needsDoors = conditions.some((one) => one.kind === "range" && one.doorDelaySeconds > 0);
    const doors = needsDoors ? await findOpenSpans(db, carrierId, from - doorLeadOf(conditions), now) : [];

    const watched = probes.flatMap((probe) => {
      const machines = measuring
        .filter(({ measure }) => measure === probe.measure)
        .flatMap((condition) => {
          const rule = machineOf(condition, probe, probe.reportIntervalSeconds, doors);
          return rule ? [{ condition, rule }] : [];
        });
      return machines.length === 0 ? [] : [{ ...probe, machines }];
    });
    const limit = readingsEach(weightOf(watched.flatMap(({ machines }) => machines.map(({ rule }) => rule))));
    let judgedFrom = from;
    const found: Parameters<typeof withMessages>[0][number][] = [];
    for (const { probeId, mountedAt, machines } of watched) {
      const lead = Math.max(...machines.map(({ rule }) => leadOf(rule)));
      const samples = await findNewest(db, probeId, Math.max(from - lead, mountedAt), limit);
      // Alarms found before `judgedFrom` are correct, but others may be missing there.
      if (samples.length === limit) judgedFrom = Math.min(now, Math.max(judgedFrom, (samples[0]?.at ?? from) + lead));
      for (const { condition, rule } of machines)
        for (const { side, startedAt, raisedAt, endedAt } of await alarmsIn(rule, samples, clock))
          found.push({
            ...{ kind: condition.kind, measure: condition.measure, crossing: null, geofenceName: null },
            ...{ severity: condition.severity ?? severity },
            severitySteps: "severitySteps" in condition ? condition.severitySteps : null,
            ...{ side, startedAt, raisedAt, endedAt },
          });
    }
    const passages =
      crossed.length > 0 ? await passagesOf(db, [{ carrierId, fromAt: 0 }]) : new Map<number, Passage[]>();
    const own = passages.get(carrierId) ?? [];
    for (const condition of crossed)
      for (const { passage, ...span } of staysIn(condition, own, clock))
        found.push({
          ...{ kind: condition.kind, measure: null, side: null, severity: condition.severity ?? severity },
          ...{ crossing: condition.crossing, geofenceName: passage.geofenceName },
          ...{ severitySteps: condition.severitySteps, ...span },
        });
    const groupIds = groups.flatMap(({ id }) => (id === null ? [] : [id]));
    const people = { ...(await findPeople(db, groupIds)), customer: { ...channels, timeZone }, sceneId };
    const { alarms, messages } = withMessages(
      found.sort((a, b) => b.startedAt - a.startedAt),
      plan,
      people,
      now,
    );
    const isPlanned = (channel: NoticeChannel) => plan.some((row) => row.channels.includes(channel));
    const isWatched = (measure: Measure) => watched.some((probe) => probe.measure === measure);
    const unwatched = measuring.filter(({ kind, measure }) => kind !== "no-data" && !isWatched(measure));
    return {
      ...{ from: judgedFrom, to: now, carrierName: name, timeZone },
      alarms: alarms.slice(0, LISTED),
      total: alarms.length,
      messages,
      unconfigured: NOTICE_CHANNELS.filter((channel) => isPlanned(channel) && !isChannelConfigured(channel)),
      hasSilence: conditions.some(({ kind }) => kind === "no-data"),
      unwatched: [...new Set(unwatched.map(({ measure }) => measure))],
      hasNoCrossings: crossed.some(
        ({ geofenceId }) => !own.some((one) => geofenceId === null || one.geofenceId === geofenceId),
      ),
    };
  },
});
