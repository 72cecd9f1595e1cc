import type { DeviceUse } from "@/db/enums";
import { nameOrRedacted } from "@/lib/auth/visible-name";
import type { AppError } from "@/lib/errors";
import { refusal } from "./device.rules";

/** What prevents the removal of a device. */
export type Ties = {
  id: number;
  use: DeviceUse;
  /** Whether a command is in progress. */
  isCommanded: boolean;
  /** The first carriers on which it is mounted; null for one that is not visible. */
  carriers: readonly (string | null)[];
  isBound: boolean;
  /** Number of devices that forward through it. */
  behind: number;
  isSwitching: boolean;
  /** Whether another customer has or had it. */
  isSeconded: boolean;
  /** Whether carriers, exceptions or certificates refer to it. */
  hasRecords: boolean;
};

/**
 * The error that prevents deletion of a device; null if it can be deleted (specification, section 5, "Deletion", and
 * section 4, "Config status"). `path` is its path in the input.
 */
export function removalRefusal(ties: Ties, path: string): AppError | null {
  const no = (rule: string, message: string) => refusal(path, rule, message, "CONFLICT");
  if (ties.isCommanded) return no("configuring", "cannot be deleted while being configured");
  if (ties.isSwitching) return no("switching", "it is being switched for another device");
  if (ties.carriers.length > 0)
    return no("mounted", `it is mounted on ${ties.carriers.map((name) => nameOrRedacted(name, "carrier")).join(", ")}`);
  if (ties.isBound) return no("bound", "it is bound: unbind it first");
  if (ties.behind > 0) return no("hasBehind", `${ties.behind} devices forward through it`);
  if (ties.isSeconded) return no("seconded", "it was seconded, and what it measured is divided by that");
  if (ties.use === "activated") return no("isEnabled", "it is enabled: disable it first");
  return ties.hasRecords ? no("deviceRecords", "records tell of it: keep it disabled instead") : null;
}
