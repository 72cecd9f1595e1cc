import "server-only";
import { judgeLots } from "@/features/lot/exposure.service";
import { longestStepMs, meanOf, type Observation, type Sums, total } from "@/features/observation/observation.rules";
import { observeSpans } from "@/features/observation/observation.service";
import { openShown } from "@/features/telemetry/ingest/probe.operations";
import { customerScope } from "@/lib/auth/scope";
import type { OperationContext } from "@/lib/operation/context";
import { findExcursions } from "./journey.data";
import { loadVerdictOf } from "./transport.rules";
import type { JourneyDto, JourneyProbeDto, TransportDto } from "./transport.schema";

type Span = { from: number; to: number };
type Observed = Observation & { probe: Awaited<ReturnType<typeof openShown>>["probes"][number] };

/**
 * What to observe of a carrier in a span: its temperature and humidity probes for the times in which they were mounted,
 * with the carrier's ranges. As the customer: a journey must not depend on who asks.
 */
export async function observationsOf(
  ctx: OperationContext,
  customerId: number,
  carrierId: number,
  span: Span,
): Promise<Observed[]> {
  const asked = { carrierIds: [carrierId], ...span };
  const { probes } = await openShown({ ...ctx, scope: customerScope(customerId) }, asked);
  return probes
    .filter(({ measure }) => measure === "temperature" || measure === "humidity")
    .flatMap((probe) =>
      probe.periods
        .map((period) => ({ from: Math.max(span.from, period.from), to: Math.min(span.to, period.to), period }))
        .filter(({ from, to }) => from < to)
        .map(({ from, to, period }) => ({
          ...{ probe, probeId: probe.probeId, from, to, period, minimum: probe.minimum, maximum: probe.maximum },
          ...{ stepMs: longestStepMs(probe), isTemperature: probe.measure === "temperature" },
        })),
    );
}

/** The carriers of a transport with the time in which each had the goods, up to its end or now. */
export function ridesOf(
  { stops, carrier, loadedAt, closedAt }: TransportDto,
  now: number,
): (Span & { carrierId: number })[] {
  if (loadedAt === null) return [];
  const end = closedAt ?? now;
  const departures = stops.flatMap(({ departedAt, carrier: next }) =>
    departedAt === null ? [] : [{ at: departedAt, carrierId: next?.id ?? carrier.id }],
  );
  const first = departures[0]?.carrierId ?? stops[0]?.carrier?.id ?? carrier.id;
  const changes = [{ at: loadedAt, carrierId: first }, ...departures.slice(1)].filter(
    ({ carrierId }, index, all) => index === 0 || all[index - 1]?.carrierId !== carrierId,
  );
  return changes
    .map(({ at, carrierId }, index) => ({ carrierId, from: at, to: Math.min(end, changes[index + 1]?.at ?? end) }))
    .filter(({ from, to }) => from < to);
}

const minutes = (milliseconds: number) => Math.round(milliseconds / 60_000);

function probeDto({ probe }: Observed, sums: Sums): JourneyProbeDto {
  const { probeId, deviceName, carrierName, measure, minimum, maximum } = probe;
  return {
    probeId,
    name: deviceName,
    carrierName: carrierName ?? "",
    measure: measure as JourneyProbeDto["measure"],
    ...{ lowest: sums.minimum, highest: sums.maximum, mean: meanOf(sums), minimum, maximum },
    observedMinutes: minutes(sums.observedMs),
    outsideMinutes: minutes(sums.observedMs - sums.withinMs),
    gapMinutes: minutes(sums.gapMs),
  };
}

/** The journey of a transport from loading up to now or its end: figures, excursions, lots and the verdict. */
export async function journeyOf(ctx: OperationContext, transport: TransportDto): Promise<JourneyDto> {
  const { customerId, lots } = transport;
  const now = ctx.now.getTime();
  const rides = ridesOf(transport, now);
  const spans = (
    await Promise.all(rides.map(({ carrierId, ...span }) => observationsOf(ctx, customerId, carrierId, span)))
  ).flat();
  const sums = (await observeSpans(ctx, spans)) ?? [];
  const byProbe = new Map<number, { one: Observed; parts: Sums[] }>();
  for (const [index, one] of spans.entries()) {
    const known = byProbe.get(one.probeId) ?? { one, parts: [] };
    byProbe.set(one.probeId, { ...known, parts: [...known.parts, sums[index] as Sums] });
  }
  const probes = [...byProbe.values()].map(({ one, parts }) => probeDto(one, total(parts)));
  const judged = await judgeLots(
    ctx,
    lots.map(({ id }) => id),
  );
  const withVerdict = lots.flatMap((lot) => {
    const one = judged.get(lot.id);
    return one ? [{ ...lot, verdict: one.outcome.state }] : [];
  });
  return {
    from: transport.loadedAt,
    to: transport.closedAt ?? now,
    probes,
    excursions: await findExcursions(ctx.db, rides),
    lots: withVerdict,
    verdict: loadVerdictOf(
      withVerdict.map(({ verdict }) => verdict),
      probes.filter(({ measure }) => measure === "temperature"),
    ),
  };
}
