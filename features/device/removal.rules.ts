import type { DeviceUse } from "@/db/enums";
import { nameOrRedacted } from "@/lib/auth/visible-name";
import type { AppError } from "@/lib/errors";
import { refusal } from "./device.rules";

/** What a device is tied to. */
export type Ties = {
  id: number;
  use: DeviceUse;
  /** A command is under way. */
  isCommanded: boolean;
  /** The first places that it hangs at; null for one that the reader may not see. */
  carriers: readonly (string | null)[];
  isBound: boolean;
  /** How many forward through it. */
  behind: number;
  isSwitching: boolean;
  /** Places, exceptions or certificates tell of it. */
  hasRecords: boolean;
};

/**
 * Why a device cannot be deleted; null if it can (specification, section 5, "Deletion", and section 4, "Config
 * status"). `path` names it in the input.
 */
export function removalRefusal(ties: Ties, path: string): AppError | null {
  const no = (rule: string, message: string) => refusal(path, rule, message, "CONFLICT");
  if (ties.isCommanded) return no("configuring", "cannot be deleted while being configured");
  if (ties.isSwitching) return no("switching", "it is being switched for another device");
  if (ties.carriers.length > 0)
    return no("mounted", `it hangs at ${ties.carriers.map((name) => nameOrRedacted(name, "carrier")).join(", ")}`);
  if (ties.isBound) return no("bound", "it is bound: unbind it first");
  if (ties.behind > 0) return no("hasBehind", `${ties.behind} devices forward through it`);
  if (ties.use === "activated") return no("isEnabled", "it is enabled: disable it first");
  return ties.hasRecords ? no("deviceRecords", "records tell of it: keep it disabled instead") : null;
}
