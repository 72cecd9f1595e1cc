import type { ConfigStatus, DeviceKind, DeviceUse } from "@/db/enums";
import type { DeviceCustody } from "@/db/secondment-enums";
import { assertHeld } from "@/features/carrier/mounting/mounting.rules";
import { mayBecome } from "./activation.rules";
import { configStatusAfter, refusal, SECRET_SETTINGS, type Settings, settingsOf } from "./device.rules";

/** Facts that decide whether a device may be changed. */
export type DeviceFacts = {
  kind: DeviceKind;
  typeCode: string;
  sceneId: number | null;
  use: DeviceUse;
  custody: DeviceCustody;
  configStatus: ConfigStatus;
  settings: Settings;
  appliedSettings: Record<string, unknown> | null;
  calibrationDueOn: string | null;
  /** A certificate that is not revoked determines the end of its calibration. */
  hasCertificate: boolean;
  /** It is mounted on a carrier, and has the node of that carrier. */
  isMounted: boolean;
  /** It has sent data, or records refer to it. */
  isKnown: boolean;
  isCustomerActive: boolean;
};

export type Wanted = {
  typeCode?: string | undefined;
  sceneId?: number | null | undefined;
  use?: DeviceUse | undefined;
  settings?: Settings | undefined;
  calibrationDueOn?: string | null | undefined;
};

/** Copies secret parameters, which a form cannot show, from the old settings unless new values are given. */
export function keepSecrets(old: Settings, next: Settings, kind: DeviceKind, typeCode: string): Settings {
  const allowed = settingsOf(kind, typeCode);
  const kept = SECRET_SETTINGS.filter((name) => allowed.includes(name) && next[name] === undefined);
  return {
    ...next,
    ...Object.fromEntries(kept.flatMap((name) => (old[name] === undefined ? [] : [[name, old[name]]]))),
  };
}

const isSame = (a: Settings, b: Settings): boolean => {
  const sorted = (settings: Settings) => JSON.stringify(Object.entries(settings).sort(([x], [y]) => (x < y ? -1 : 1)));
  return sorted(a) === sorted(b);
};

/**
 * The node, use, calibration, parameters and configuration status after a change. Throws if the change is not allowed;
 * `pathOf` gives the path of an input field.
 */
export function changed(old: DeviceFacts, wanted: Wanted, pathOf: (field: string) => string) {
  const { sceneId = old.sceneId, use = old.use, typeCode = old.typeCode } = wanted;
  if (sceneId !== old.sceneId) assertHeld(old, pathOf("sceneId"));
  if (sceneId !== old.sceneId && old.isMounted)
    throw refusal(pathOf("sceneId"), "mountedPlace", "it stands where its place stands", "CONFLICT");
  if (typeCode.toLowerCase() !== old.typeCode.toLowerCase() && (old.isMounted || old.isKnown))
    throw refusal(pathOf("typeCode"), "typeInUse", "it has reported or hangs on a place", "CONFLICT");
  if (use !== old.use && !mayBecome(old.use, use))
    throw refusal(pathOf("use"), "useStep", `${old.use} does not become ${use}`, "CONFLICT");
  if (use !== old.use && use === "activated" && !old.isCustomerActive)
    throw refusal(pathOf("use"), "customerCancelled", "the customer is cancelled", "CONFLICT");
  const { calibrationDueOn = old.calibrationDueOn } = wanted;
  if (calibrationDueOn !== old.calibrationDueOn && old.hasCertificate)
    throw refusal(pathOf("calibrationDueOn"), "certificateDecides", "its certificate says this day", "CONFLICT");
  const settings = wanted.settings ? keepSecrets(old.settings, wanted.settings, old.kind, typeCode) : old.settings;
  if (isSame(settings, old.settings))
    return { sceneId, use, calibrationDueOn, settings, configStatus: old.configStatus };
  if (old.configStatus === "configuring")
    throw refusal(pathOf("settings"), "configuring", "it is being configured", "CONFLICT");
  return { sceneId, use, calibrationDueOn, settings, configStatus: configStatusAfter(settings, old.appliedSettings) };
}
