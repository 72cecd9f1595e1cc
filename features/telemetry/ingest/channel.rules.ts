import { MEASURES, type Measure } from "@/db/enums";
import type { ProbeIds, ProbeKey } from "./ingest.schema";

const KNOWN = new Set<string>(MEASURES);

/** Channel names are short and contain no dot, since a dot precedes them in a key. */
const CHANNEL = /^[\p{L}\p{N}_-]{1,20}$/u;

/** Whether a text is a valid channel name. */
export const isChannel = (text: string): boolean => CHANNEL.test(text);

/** The ids of a device's probes; one may occur under several keys. */
export const probeIdsOf = (probes: ProbeIds): number[] => Object.values(probes as Record<string, number>);

/** The measure of a probe's key. */
export const measureOf = (key: ProbeKey): Measure => (KNOWN.has(key) ? key : key.slice(0, key.indexOf("."))) as Measure;

/** The channel of a probe's key; empty without one. */
export const channelOf = (key: ProbeKey): string => (KNOWN.has(key) ? "" : key.slice(key.indexOf(".") + 1));

/** Builds a probe's key; channels are compared in lower case. */
export const probeKey = (measure: Measure, channel: string): ProbeKey =>
  channel === "" ? measure : `${measure}.${channel.toLowerCase()}`;

/** Parses a probe's key, `temperature` or `temperature.external`; null if invalid. */
export function keyOf(text: string): ProbeKey | null {
  if (KNOWN.has(text)) return text as Measure;
  const dot = text.indexOf(".");
  const [measure, channel] = [text.slice(0, dot), text.slice(dot + 1)];
  return dot > 0 && KNOWN.has(measure) && isChannel(channel) ? probeKey(measure as Measure, channel) : null;
}

/**
 * Plans the changes by which a device has a probe for each of these keys. `create` lists the keys of new probes. The
 * only probe of a measure without a channel is assigned to the first channel that the device names (`adopt`). A value
 * without a channel belongs to the first probe of its measure (`alias`), unless the device names that key too.
 */
export function planProbes(probes: ProbeIds, keys: readonly ProbeKey[]) {
  const plan = {
    create: [] as ProbeKey[],
    adopt: [] as { key: ProbeKey; probeId: number }[],
    alias: [] as { key: ProbeKey; of: ProbeKey }[],
  };
  const asked = new Set(keys);
  const known = Object.keys(probes) as ProbeKey[];
  const adopted = new Set<Measure>();
  for (const key of asked) {
    if (probes[key] !== undefined) continue;
    const measure = measureOf(key);
    const named = known.filter((one) => one !== measure && measureOf(one) === measure);
    const nameless = probes[measure];
    if (key === measure) {
      const [first] = named;
      if (first && !asked.has(first)) plan.alias.push({ key, of: first });
      else plan.create.push(key);
    } else if (nameless !== undefined && named.length === 0 && !asked.has(measure) && !adopted.has(measure)) {
      adopted.add(measure);
      plan.adopt.push({ key, probeId: nameless });
    } else plan.create.push(key);
  }
  return plan;
}

type Named = { measure: Measure; channel: string };

/**
 * How to tell a probe from the others of its device: by location, by name, or (null) by its measure alone, since a
 * number means nothing if the device has one probe of the measure.
 */
export function namingOf({ measure, channel }: Named, all: readonly Named[]): "external" | "internal" | "other" | null {
  if (channel === "external" || channel === "internal") return channel;
  const isOnly = all.filter((other) => other.measure === measure).length < 2;
  return channel === "" || isOnly ? null : "other";
}
