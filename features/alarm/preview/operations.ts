import "server-only";
import { type Measure, NOTICE_CHANNELS, type NoticeChannel } from "@/db/enums";
import { isChannelConfigured } from "@/features/notice/channel/operations";
import { sightOf } from "@/lib/auth/sight";
import { defineOperation } from "@/lib/operation/define-operation";
import { landing } from "@/lib/resource/table-store";
import { findOpenSpans } from "../evaluation/data";
import { assertGroups } from "../plan/operations";
import { findNewest, findPeople, findProbes, getPlace } from "./data";
import { alarmsIn, doorLeadOf, LISTED, leadOf, machineOf, readingsEach, weightOf, withMessages } from "./rules";
import { PREVIEW_MS, type PreviewDto, PreviewInput } from "./schema";

/**
 * What a trigger would have raised at a carrier in the last 30 days, and whom it would have told: by the machines and
 * the planner that judge the present, as if the carrier had been running with its alarm on and nobody had acknowledged.
 */
export const previewTrigger = defineOperation({
  name: "alarmTrigger.preview",
  kind: "query",
  permission: "viewAlarmTrigger",
  input: PreviewInput,
  async run(ctx, { carrierId, severity, calendar, conditions, plan }): Promise<PreviewDto> {
    const { db } = ctx;
    const { customerId, sceneId, timeZone, name, ...channels } = await getPlace(db, sightOf(ctx), carrierId);
    // Groups and their people are a matter of the whole customer.
    landing(ctx, { customerId });
    const groups = plan.map(({ contactGroupId }, index) => ({
      id: contactGroupId,
      path: `plan.${index}.contactGroupId`,
    }));
    await assertGroups(ctx, customerId, groups);
    const now = ctx.now.getTime();
    const from = now - PREVIEW_MS;
    const clock = { calendar, timeZone, from, now };
    const probes = await findProbes(db, carrierId);
    const needsDoors = conditions.some((one) => one.kind === "range" && one.doorDelaySeconds > 0);
    const doors = needsDoors ? await findOpenSpans(db, carrierId, from - doorLeadOf(conditions), now) : [];

    const watched = probes.flatMap((probe) => {
      const machines = conditions
        .filter(({ measure }) => measure === probe.measure)
        .flatMap((condition) => {
          const rule = machineOf(condition, probe, probe.reportIntervalSeconds, doors);
          return rule ? [{ condition, rule }] : [];
        });
      return machines.length === 0 ? [] : [{ ...probe, machines }];
    });
    const limit = readingsEach(weightOf(watched.flatMap(({ machines }) => machines.map(({ rule }) => rule))));
    let judgedFrom = from;
    const found = [];
    for (const { probeId, mountedAt, machines } of watched) {
      const lead = Math.max(...machines.map(({ rule }) => leadOf(rule)));
      const samples = await findNewest(db, probeId, Math.max(from - lead, mountedAt), limit);
      // What is found before is found; what is not may have been.
      if (samples.length === limit) judgedFrom = Math.min(now, Math.max(judgedFrom, (samples[0]?.at ?? from) + lead));
      for (const { condition, rule } of machines)
        for (const { side, startedAt, raisedAt, endedAt } of await alarmsIn(rule, samples, clock))
          found.push({
            ...{ kind: condition.kind, measure: condition.measure, severity: condition.severity ?? severity },
            ...{ side, startedAt, raisedAt, endedAt },
          });
    }
    const contacts = await findPeople(
      db,
      customerId,
      groups.flatMap(({ id }) => (id === null ? [] : [id])),
    );
    const people = { contacts, customer: { ...channels, timeZone }, sceneId };
    const { alarms, messages } = withMessages(
      found.sort((a, b) => b.startedAt - a.startedAt),
      plan,
      people,
    );
    const isPlanned = (channel: NoticeChannel) => plan.some((row) => row.channels.includes(channel));
    const isWatched = (measure: Measure) => watched.some((probe) => probe.measure === measure);
    const unwatched = conditions.filter(({ kind, measure }) => kind !== "no-data" && !isWatched(measure));
    return {
      ...{ from: judgedFrom, to: now, carrierName: name, timeZone },
      alarms: alarms.slice(0, LISTED),
      total: alarms.length,
      messages,
      unconfigured: NOTICE_CHANNELS.filter((channel) => isPlanned(channel) && !isChannelConfigured(channel)),
      hasSilence: conditions.some(({ kind }) => kind === "no-data"),
      unwatched: [...new Set(unwatched.map(({ measure }) => measure))],
    };
  },
});
