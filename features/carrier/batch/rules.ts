import { AppError } from "@/lib/errors";
import { positionOf, type SwitchPosition } from "../alarm-switch/rules";
import { broken } from "../carrier.rules";

/** Maximum number of carriers per batch: one page of the list. */
export const MAXIMUM_BATCH = 100;

/** A carrier of a batch with the path of the input field that names it. */
export type Target<T> = { path: string; carrier: T };

type Owned = { name: string; customerId: number };

/**
 * Throws unless all carriers belong to one customer, whose range node they share (specification, section 5:
 * "Same-customer selection is required", "same-scope carriers").
 */
export function assertOneCustomer(targets: readonly Target<Owned>[]): void {
  const [first] = targets;
  const stranger = targets.find(({ carrier }) => carrier.customerId !== first?.carrier.customerId);
  if (stranger) throw broken(stranger.path, "sameCustomer", `${stranger.carrier.name} is of another customer`);
}

type Switched = { name: string; alarmSwitch: "on" | "off" | "paused"; alarmPausedUntil: Date | null } & {
  alarmTriggerId: number | null;
};

/** The alarm switch position of a stored carrier at `now` (epoch ms). */
export const positionAt = ({ alarmSwitch, alarmPausedUntil, alarmTriggerId }: Omit<Switched, "name">, now: number) =>
  positionOf(
    { alarmSwitch, pausedUntil: alarmPausedUntil?.getTime() ?? null, hasTrigger: alarmTriggerId !== null },
    now,
  ) satisfies SwitchPosition;

/** Throws unless all carriers have the same switch position at `now` (section 5: "the same alarm-switch state"). */
export function assertSameSwitch(targets: readonly Target<Switched>[], now: number): void {
  const [first] = targets;
  if (!first) return;
  const wanted = positionAt(first.carrier, now);
  const other = targets.find(({ carrier }) => positionAt(carrier, now) !== wanted);
  if (other)
    throw broken(other.path, "sameAlarmSwitch", `the alarm of ${other.carrier.name} does not stand at ${wanted}`);
}

/** Maps the issues of a single carrier to its row in the batch. */
export async function namingRow<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !error.details.issues || error.code === "INVALID") throw error;
    const issues = error.details.issues.map((issue) => ({ ...issue, path }));
    throw new AppError(error.code, error.message, { ...error.details, issues });
  }
}
