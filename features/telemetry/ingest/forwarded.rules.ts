import type { Measure } from "@/db/enums";
import { probeIdsOf } from "./channel.rules";
import type { Located, NewValues } from "./ingest.rules";
import type { ProbeIds } from "./ingest.schema";

/** The new values of customers with a forwarding target, by customer; nearly always those of one. */
export function forwardedValues<Device extends { customerId: number; isForwarded: boolean; probes: ProbeIds }>(
  values: NewValues,
  located: readonly Located<Device>[],
): Map<number, NewValues> {
  const devices = new Set(located.map(({ device }) => device));
  const forwarded = [...devices].filter(({ isForwarded }) => isForwarded);
  const [first] = forwarded;
  if (!first) return new Map();
  if ([...devices].every(({ customerId }) => customerId === first.customerId))
    return new Map([[first.customerId, values]]);
  const owners = new Map(
    forwarded.flatMap(({ customerId, probes }) => probeIdsOf(probes).map((probeId) => [probeId, customerId])),
  );
  const parts = new Map<number, NewValues>();
  for (const [index, probeId] of values.probeId.entries()) {
    const customerId = owners.get(probeId);
    if (customerId === undefined) continue;
    const part = parts.get(customerId) ?? { probeId: [], at: [], value: [], measure: [] };
    parts.set(customerId, part);
    part.probeId.push(probeId);
    part.at.push(values.at[index] as number);
    part.value.push(values.value[index] as number);
    part.measure.push(values.measure[index] as Measure);
  }
  return parts;
}
