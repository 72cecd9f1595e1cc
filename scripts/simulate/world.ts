import { MUNICH_FOODS } from "@/db/seed/demo/munich-foods";
import recorded from "@/db/seed/demo/munich-track.json";
import { climateOf, utcOffsetHours } from "@/features/simulation/ambient.rules";
import { drained, percentOfCell, reportedCell } from "@/features/simulation/battery.rules";
import { type CarrierProfile, profileOf, type Span } from "@/features/simulation/carrier.rules";
import { type Interval, openingsBetween } from "@/features/simulation/door.rules";
import {
  gasAt,
  observe,
  type ProbeProfile,
  probeProfile,
  signalAt,
  unobserved,
} from "@/features/simulation/probe.rules";
import { fixAt, type Shift, unloadingsBetween } from "@/features/simulation/route.rules";
import {
  beginningOf,
  drainPerDay,
  faultsAt,
  type Scenario,
  scenarioOf,
  statusFaults,
} from "@/features/simulation/scenario.rules";
import {
  advanceCarrier,
  type CarrierState,
  type Fault,
  isFaulty,
  startCarrier,
} from "@/features/simulation/simulation.rules";
import { TrackFile } from "@/features/simulation/simulation.schema";
import type { LoadedCarrier, LoadedDevice, LoadedProbe } from "./load";

/** One reading in the format of the ingest endpoint (contract, "Ways in"). */
export type Report = {
  device: string;
  at: number;
  values: Record<string, number>;
  position?: { lon: number; lat: number; speedKmh: number; course: number };
};

const ROAD = TrackFile.parse(recorded).points;
const SHIFTS = new Map(MUNICH_FOODS.carriers.map(({ name, shift }) => [name, shift]));
const ROOM: Span = { minimum: 15, maximum: 25 };
/** How long a device with an empty battery waits for a battery change. */
const BATTERY_CHANGE_MS = 10 * 60_000;

type LiveProbe = LoadedProbe & { profile: ProbeProfile };

/** One carrier with its model; all devices on it measure the same interior. */
export class LiveCarrier {
  private state: CarrierState;
  private readonly startedAt: number;

  private constructor(
    private readonly loaded: LoadedCarrier,
    private readonly profile: CarrierProfile,
    private readonly story: Scenario | null,
    known: Parameters<typeof startCarrier>[2],
    private readonly now: number,
  ) {
    this.state = startCarrier(profile, now, known);
    this.startedAt = story ? beginningOf(story, now, this.state.celsius) : now;
  }

  /** A carrier that continues from the latest readings of the devices on it. */
  static of(loaded: LoadedCarrier, devices: readonly LoadedDevice[], seed: number, now: number): LiveCarrier {
    const timeZone = devices[0]?.timeZone ?? "UTC";
    const profile = profileOf({
      key: `${seed}/${loaded.name}`,
      type: loaded.type,
      celsius: spanOf(loaded, "temperature") ?? ROOM,
      humidityPercent: spanOf(loaded, "humidity"),
      co2Ppm: spanOf(loaded, "co2"),
      climate: climateOf(timeZone),
      utcOffsetHours: utcOffsetHours(timeZone, now),
    });
    const latest = (measure: LoadedProbe["measure"]) =>
      mean(
        devices.flatMap((device) =>
          device.probes
            .filter((probe) => probe.measure === measure && probe.lastValue !== null)
            .map((probe) => unobserved(profileIn(device, measure, loaded), probe.lastValue as number)),
        ),
      );
    const story = devices.map(({ serialNumber }) => scenarioOf(serialNumber)).find((one) => one !== null) ?? null;
    const known = { celsius: latest("temperature"), humidityPercent: latest("humidity"), co2Ppm: latest("co2") };
    return new LiveCarrier(loaded, profile, story, known, now);
  }

  /** The state of the interior at an instant; instants must not decrease. */
  at(now: number): CarrierState {
    if (now > this.state.at) {
      const influences = { openings: this.openings(this.state.at, now), faults: this.faults(this.state.at) };
      this.state = advanceCarrier(this.profile, this.state, influences, now);
    }
    return this.state;
  }

  /** The door openings that overlap a span. */
  openings(from: number, to: number): Interval[] {
    const shift = this.shift();
    const { door, seed } = this.profile;
    return shift ? unloadingsBetween(ROAD, shift, seed, from, to) : openingsBetween(door, seed, from, to);
  }

  isPowered(now: number): boolean {
    // A failed compressor does not cut the power; a carrier out of service is unplugged.
    return !isFaulty(statusFaults(this.loaded.status, null, this.now), "unpowered", now);
  }

  position(now: number): Report["position"] {
    const shift = this.shift();
    if (!shift) return undefined;
    const { longitude, latitude, speedKmh, course } = fixAt(ROAD, shift, now);
    const rounded = (value: number, digits: number) => Number(value.toFixed(digits));
    return {
      lon: rounded(longitude, 6),
      lat: rounded(latitude, 6),
      speedKmh: rounded(speedKmh, 1),
      course: rounded(course, 0) % 360,
    };
  }

  private shift(): Shift | undefined {
    return SHIFTS.get(this.loaded.name);
  }

  private faults(at: number): Fault[] {
    const own = this.story ? faultsAt(this.story, this.startedAt, at) : [];
    return [...own, ...statusFaults(this.loaded.status, this.loaded.defrostUntil, this.now)];
  }
}

/** One device: what it reports, and how long its battery lasts. */
export class LiveDevice {
  readonly serialNumber: string;
  readonly typeCode: string;
  readonly mac: string | null;
  /** A command may change it. */
  reportIntervalSeconds: number;
  private readonly probes: LiveProbe[];
  private readonly story: Scenario | null;
  private percent: number;
  private emptySince: number | null = null;

  constructor(
    loaded: LoadedDevice,
    private readonly carrier: LiveCarrier | null,
    private reportedAt: number,
  ) {
    this.serialNumber = loaded.serialNumber;
    this.typeCode = loaded.typeCode;
    this.mac = loaded.mac;
    this.reportIntervalSeconds = loaded.reportIntervalSeconds;
    this.story = scenarioOf(loaded.serialNumber);
    this.probes = loaded.probes.map((probe) => ({
      ...probe,
      profile: profileIn(loaded, probe.measure, loaded.carrier),
    }));
    const cell = loaded.probes.find(({ measure }) => measure === "battery" || measure === "voltage");
    const measure = cell?.measure === "voltage" ? "voltage" : "battery";
    const percent = cell?.lastValue == null ? 100 : percentOfCell(measure, cell.lastValue);
    // A device with an empty battery starts with a new one.
    this.percent = percent < 1 ? 100 : percent;
  }

  /** The reports at an instant: first the door changes since the last call, then the current values. */
  report(now: number): Report[] {
    const since = this.reportedAt;
    this.reportedAt = now;
    if (this.story === "dead-sensor" || this.isEmpty(now, now - since)) return [];
    const values: Record<string, number> = {};
    for (const { measure, profile } of this.probes) {
      const value = this.valueOf(measure, profile, now);
      if (value !== null) values[measure] = value;
    }
    const position = this.serialNumber.startsWith("4GG") ? this.carrier?.position(now) : undefined;
    const report = { device: this.serialNumber, at: now, values, ...(position && { position }) };
    return [...this.doorChanges(since, now), report];
  }

  private valueOf(measure: LoadedProbe["measure"], profile: ProbeProfile, now: number): number | null {
    switch (measure) {
      case "temperature":
      case "humidity":
      case "co2":
        return this.carrier ? observe(profile, this.carrier.at(now)) : null;
      case "door":
        return Number(this.carrier?.openings(now, now + 1).some(({ from, to }) => now >= from && now < to) ?? false);
      case "power":
        return Number(this.carrier?.isPowered(now) ?? true);
      case "signal":
        return signalAt(profile, now);
      case "gas":
        return gasAt(profile, now);
      case "battery":
      case "voltage":
        return reportedCell(measure, this.percent);
    }
  }

  private doorChanges(since: number, now: number): Report[] {
    if (!this.carrier || !this.probes.some(({ measure }) => measure === "door")) return [];
    return this.carrier
      .openings(since, now)
      .flatMap(({ from, to }) => [
        { at: Math.round(from), value: 1 },
        { at: Math.round(to), value: 0 },
      ])
      .filter(({ at }) => at > since && at < now)
      .map(({ at, value }) => ({ device: this.serialNumber, at, values: { door: value } }));
  }

  private isEmpty(now: number, elapsedMs: number): boolean {
    this.percent = drained(this.percent, drainPerDay(this.story), elapsedMs / 1000);
    if (this.percent > 0) return false;
    this.emptySince ??= now;
    if (now - this.emptySince < BATTERY_CHANGE_MS) return true;
    this.emptySince = null;
    this.percent = 100;
    return false;
  }
}

function profileIn(device: LoadedDevice, measure: LoadedProbe["measure"], carrier: LoadedCarrier | null): ProbeProfile {
  const span = carrier ? spanOf(carrier, "temperature") : null;
  return probeProfile(device, measure, span ? span.maximum - span.minimum : 0);
}

function spanOf(carrier: LoadedCarrier, measure: LoadedProbe["measure"]): Span | null {
  const { minimum, maximum } = carrier.zones[measure] ?? { minimum: null, maximum: null };
  return minimum !== null && maximum !== null ? { minimum, maximum } : null;
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
