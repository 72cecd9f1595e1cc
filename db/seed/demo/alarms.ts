import type { Excursion } from "@/features/alarm/condition/range.rules";
import { dueAtOf, isRaisable } from "@/features/alarm/evaluation/evaluation.rules";
import type { Watch } from "@/features/alarm/evaluation/evaluation.schema";
import { judge, remember } from "@/features/alarm/evaluation/machine.rules";
import { noDataDeadlineSeconds } from "@/features/alarm/evaluation/suppression.rules";
import type { Series } from "./copy";
import type { CarrierPast } from "./history";
import type { Outage } from "./incidents";
import type { DemoCarrier, DemoDevice, DemoTrigger, Moments } from "./world";

/** The seeded fault tolerance coefficient. */
const COEFFICIENT = 3;
/** Typical delay until the sweep for silent devices, which runs twice a minute, raises the exception. */
const SWEEP_MS = 20_000;

/** Result of the alarm machines over a probe's whole series. */
export type Judged = { alarm: Record<string, unknown>; dueAt: number | null };

export type Found = { watch: Watch; device: DemoDevice; excursion: Excursion };

/** Runs the carrier's range conditions over a series from its start, as if the readings had arrived live. */
export function judgeSeries(device: DemoDevice, series: Series, moments: Moments): { judged: Judged; found: Found[] } {
  const samples = series.at.map((at, index) => ({ at, value: series.value[index] as number }));
  const alarm: Record<string, unknown> = {};
  const found: Found[] = [];
  for (const watch of watchesOf(device, series, moments)) {
    const { state, excursions } = judge(watch.rule, remember(watch.rule.kind, undefined), samples);
    alarm[watch.conditionId] = state;
    for (const excursion of excursions) {
      if (isRaisable(watch, excursion, null, moments.now)) found.push({ watch, device, excursion });
    }
  }
  return { judged: { alarm, dueAt: dueAtOf(alarm) }, found };
}

function watchesOf(device: DemoDevice, { probeId, measure }: Series, moments: Moments): Watch[] {
  const { carrier, customer } = device;
  const range = carrier?.zones[measure];
  if (!carrier?.trigger || !range) return [];
  const { plan, conditions } = carrier.trigger;
  return conditions
    .filter((condition) => condition.plan.kind === "range" && condition.plan.measure === measure)
    .map((condition) => ({
      probeId,
      deviceId: device.id,
      carrierId: carrier.id,
      customerId: customer.id,
      mountedAt: moments.mountedAt,
      unmountedAt: null,
      hold: holdOf(carrier, moments),
      severity: plan.severity,
      severitySteps: null,
      calendar: plan.calendar ?? null,
      timeZone: customer.plan.timeZone,
      conditionId: condition.id,
      rule: {
        kind: "range",
        minimum: range.minimum,
        maximum: range.maximum,
        delaySeconds: condition.plan.delaySeconds ?? 0,
        delayMode: condition.plan.delayMode ?? "normal-delay",
        deadBand: condition.plan.deadBand ?? 0,
        measure,
      },
    }));
}

const holdOf = ({ plan }: DemoCarrier, moments: Moments): Watch["hold"] => ({
  carrierStatus: plan.status ?? "running",
  alarmSwitch: plan.alarmSwitch ?? "on",
  pausedUntil: plan.alarmSwitch === "paused" ? moments.pausedUntil : null,
  defrostUntil: plan.status === "defrost" ? moments.defrostUntil : null,
});

/** A silence that became an exception: of a gateway with the devices suppressed behind it, or of one probe. */
export type Silence = {
  device: DemoDevice;
  probeId: number | null;
  /** The condition that raised it; for a gateway, that of the first device behind it. */
  conditionId: number | null;
  trigger: DemoTrigger | null;
  startedAt: number;
  raisedAt: number;
  endedAt: number | null;
  affected: number[];
};

/** The past silences of one customer: each cut-off gateway, and each watched probe of a sensor that failed. */
export function silencesOf(
  devices: readonly DemoDevice[],
  outages: readonly Outage[],
  lastAt: ReadonlyMap<number, number>,
  now: number,
): Silence[] {
  const deadline = (device: DemoDevice) => noDataDeadlineSeconds(device.plan.reportIntervalSeconds, COEFFICIENT) * 1000;
  const cutOff = outages.map(({ gateway, from, to }): Silence => {
    const device = devices.find((one) => one.plan.kind === "gateway" && keyOf(one) === gateway);
    if (!device) throw new Error(`no gateway ${gateway}`);
    const watched = devices.filter((one) => one.plan.gateway === gateway && noDataConditions(one).length > 0);
    const first = watched[0];
    const startedAt = from + deadline(device);
    return {
      device,
      probeId: null,
      conditionId: first ? (noDataConditions(first)[0]?.conditionId ?? null) : null,
      trigger: first?.carrier?.trigger ?? null,
      startedAt,
      raisedAt: startedAt + SWEEP_MS,
      endedAt: to,
      affected: watched.map((one) => one.id),
    };
  });
  const dead = devices
    .filter((device) => device.plan.story === "dead-sensor")
    .flatMap((device) =>
      noDataConditions(device).map(({ probeId, conditionId }): Silence => {
        const startedAt = (lastAt.get(probeId) ?? now) + deadline(device);
        const trigger = device.carrier?.trigger ?? null;
        const raisedAt = startedAt + SWEEP_MS;
        return { device, probeId, conditionId, trigger, startedAt, raisedAt, endedAt: null, affected: [] };
      }),
    );
  return [...cutOff, ...dead];
}

const keyOf = ({ plan, customer }: DemoDevice) => customer.plan.gateways.find(({ name }) => name === plan.name)?.key;

/** The probes of a device whose silence its carrier's trigger watches, if the carrier may raise exceptions. */
function noDataConditions({ carrier, probes }: DemoDevice): { probeId: number; conditionId: number }[] {
  if (!carrier?.trigger || (carrier.plan.status ?? "running") !== "running") return [];
  if ((carrier.plan.alarmSwitch ?? "on") !== "on") return [];
  return carrier.trigger.conditions
    .filter(({ plan }) => plan.kind === "no-data")
    .flatMap(({ id, plan }) =>
      probes.filter(({ measure }) => measure === plan.measure).map((probe) => ({ probeId: probe.id, conditionId: id })),
    );
}

/** State of a carrier's door and power at an instant: since when open, since when lost. */
export function contextAt(
  past: CarrierPast | undefined,
  at: number,
): { doorOpenSince?: number; powerLostSince?: number } {
  const door = past?.doorOpen.find(({ from, to }) => at >= from && at < to);
  const power = past?.powerLost.find(({ from, to }) => at >= from && at < to);
  return {
    ...(door && { doorOpenSince: Math.round(door.from) }),
    ...(power && { powerLostSince: Math.round(power.from) }),
  };
}
