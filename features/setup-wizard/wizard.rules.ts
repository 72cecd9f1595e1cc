import type { Measure } from "@/db/enums";
import type { CarrierDto } from "@/features/carrier/carrier.schema";
import { isMac, technologyOf } from "@/features/device/device.rules";

/** The steps of the setup wizard (specification, section 2), and the page that closes it. */
export const STEPS = ["access", "carrier", "index", "device", "finish"] as const;
export type Step = (typeof STEPS)[number];

/** How values come in: through a gateway, or from a sensor that sends by itself. */
export const ACCESS_MODES = ["gateway", "direct"] as const;
export type AccessMode = (typeof ACCESS_MODES)[number];

/** What the steps have made; it outlives a reload, so that nothing is made twice. */
export type Draft = {
  mode?: AccessMode | undefined;
  gatewayId?: number | undefined;
  /** Made here, and not one that was there before. */
  isGatewayMade?: boolean | undefined;
  carrierId?: number | undefined;
  triggerId?: number | undefined;
  contactGroupId?: number | undefined;
  deviceId?: number | undefined;
  isDeviceMade?: boolean | undefined;
};

/** Which steps have made what they are there for. */
export type Done = { access: boolean; carrier: boolean; index: boolean; device: boolean };

/** The last step that may be opened: each one before it is done. */
export function furthestStep(done: Done): Step {
  return STEPS.find((step) => step !== "finish" && !done[step]) ?? "finish";
}

/** Whether a step may be opened: those that are done, and the one after them. */
export const mayOpenStep = (step: Step, done: Done): boolean =>
  STEPS.indexOf(step) <= STEPS.indexOf(furthestStep(done));

/** The step after this one; the last stays. */
export const stepAfter = (step: Step): Step => STEPS[STEPS.indexOf(step) + 1] ?? "finish";

const canonical = (text: string): string => text.replaceAll(/[\s:.-]/g, "").toUpperCase();

/**
 * Serial number and MAC of a gateway from what somebody typed or scanned: one stands for the other where that can be.
 * What is still empty is for the form to ask.
 */
export function identityOf({ serialNumber, mac }: { serialNumber: string; mac: string }) {
  const address = canonical(mac);
  if (serialNumber === "" && isMac(address)) return { serialNumber: address, mac: address };
  const looksLikeMac = /^[0-9A-F]{12,16}$/.test(canonical(serialNumber));
  return { serialNumber, mac: address === "" && looksLikeMac ? canonical(serialNumber) : mac };
}

/** The first of `name`, `name 2`, `name 3` … that is free, at most `maximum` characters long. */
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

/** A carrier as its form would send it, with some fields set anew. */
export const carrierInputOf = (dto: CarrierDto) => ({
  id: dto.id,
  type: dto.type,
  name: dto.name,
  sceneId: dto.sceneId,
  carrierTypeId: dto.carrierTypeId,
  description: dto.description,
  alarmTriggerId: dto.alarmTriggerId,
  mode: dto.mode,
  longitude: dto.longitude,
  latitude: dto.latitude,
  isTraceable: dto.isTraceable,
  isGpsOn: dto.isGpsOn,
  extension: dto.extension,
  attributes: dto.attributes,
  zones: dto.zones.map(({ measure, zoneId }) => ({ measure, zoneId })),
});

/**
 * The model that is proposed: the first that comes in the way that was chosen and measures all that is watched, then
 * the first that measures it, then the first.
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
