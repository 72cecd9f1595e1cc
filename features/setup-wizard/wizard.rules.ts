import type { Measure } from "@/db/enums";
import type { CarrierDto } from "@/features/carrier/carrier.schema";
import { isMac, technologyOf } from "@/features/device/device.rules";

/** Steps of the setup wizard (specification, section 2), and its final page. */
export const STEPS = ["access", "carrier", "index", "device", "finish"] as const;
export type Step = (typeof STEPS)[number];

/** How readings arrive: through a gateway, or from a sensor that sends by itself. */
export const ACCESS_MODES = ["gateway", "direct"] as const;
export type AccessMode = (typeof ACCESS_MODES)[number];

/** Records that the steps have created. It survives a reload, so that nothing is created twice. */
export type Draft = {
  mode?: AccessMode | undefined;
  gatewayId?: number | undefined;
  /** Created by the wizard, not an existing one. */
  isGatewayMade?: boolean | undefined;
  carrierId?: number | undefined;
  triggerId?: number | undefined;
  contactGroupIds?: number[] | undefined;
  deviceId?: number | undefined;
  isDeviceMade?: boolean | undefined;
};

/** Which steps are complete. */
export type Done = { access: boolean; carrier: boolean; index: boolean; device: boolean };

/** The last step that can be opened: all steps before it are complete. */
export function furthestStep(done: Done): Step {
  return STEPS.find((step) => step !== "finish" && !done[step]) ?? "finish";
}

/** Whether a step can be opened: complete ones, and the next one. */
export const mayOpenStep = (step: Step, done: Done): boolean =>
  STEPS.indexOf(step) <= STEPS.indexOf(furthestStep(done));

/** The step after this one; `finish` is followed by itself. */
export const stepAfter = (step: Step): Step => STEPS[STEPS.indexOf(step) + 1] ?? "finish";

const canonical = (text: string): string => text.replaceAll(/[\s:.-]/g, "").toUpperCase();

/**
 * Serial number and MAC of a gateway from typed or scanned text. One replaces the other if it has the right format; the
 * form then asks for what is still empty.
 */
export function identityOf({ serialNumber, mac }: { serialNumber: string; mac: string }) {
  const address = canonical(mac);
  if (serialNumber === "" && isMac(address)) return { serialNumber: address, mac: address };
  const looksLikeMac = /^[0-9A-F]{12,16}$/.test(canonical(serialNumber));
  return { serialNumber, mac: address === "" && looksLikeMac ? canonical(serialNumber) : mac };
}

/** The first free name of `name`, `name 2`, `name 3` …, at most `maximum` characters long. */
export function freeName(name: string, taken: readonly string[], maximum: number): string {
  const known = new Set(taken.map((one) => one.toLowerCase()));
  const numbered = (number: number) => {
    const suffix = number === 1 ? "" : ` ${number}`;
    return name.slice(0, maximum - suffix.length).trimEnd() + suffix;
  };
  let number = 1;
  while (known.has(numbered(number).toLowerCase())) number += 1;
  return numbered(number);
}

/** A carrier as the input of its form, to be sent with some fields changed. */
export const carrierInputOf = (dto: CarrierDto) => ({
  id: dto.id,
  type: dto.type,
  name: dto.name,
  sceneId: dto.sceneId,
  carrierTypeId: dto.carrierTypeId,
  description: dto.description,
  alarmTriggerId: dto.alarmTriggerId,
  mode: dto.mode,
  workMode: dto.workMode,
  bearingType: dto.bearingType,
  longitude: dto.longitude,
  latitude: dto.latitude,
  isTraceable: dto.isTraceable,
  isGpsOn: dto.isGpsOn,
  extension: dto.extension,
  attributes: dto.attributes,
  zones: dto.zones.map(({ measure, zoneId }) => ({ measure, zoneId })),
});

/**
 * The suggested model: the first one of the chosen access mode that has all watched measures, else the first one that
 * has them, else the first one.
 */
export function usualModel<T extends { code: string; measures: readonly Measure[] }>(
  models: readonly T[],
  mode: AccessMode | null,
  watched: readonly Measure[],
): T | undefined {
  const measuring = models.filter(({ measures }) => watched.every((measure) => measures.includes(measure)));
  const comes = ({ code }: T) => (technologyOf(code) === "4g") === (mode === "direct");
  return measuring.find(comes) ?? measuring[0] ?? models[0];
}
