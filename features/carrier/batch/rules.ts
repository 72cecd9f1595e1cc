import { AppError } from "@/lib/errors";
import { positionOf, type SwitchPosition } from "../alarm-switch/rules";
import { broken } from "../carrier.rules";

/** A page of the list: the most that one batch takes. */
export const MAXIMUM_BATCH = 100;

/** A carrier in a batch, with the input's field that names it. */
export type Target<T> = { path: string; carrier: T };

type Owned = { name: string; customerId: number };

/**
 * Throws unless all are of one customer, whose range they share (specification, section 5: "Same-customer selection is
 * required", "same-scope carriers").
 */
export function assertOneCustomer(targets: readonly Target<Owned>[]): void {
  const [first] = targets;
  const stranger = targets.find(({ carrier }) => carrier.customerId !== first?.carrier.customerId);
  if (stranger) throw broken(stranger.path, "sameCustomer", `${stranger.carrier.name} is of another customer`);
}

type Switched = { name: string; alarmSwitch: "on" | "off" | "paused"; alarmPausedUntil: Date | null } & {
  alarmTriggerId: number | null;
};

/** Where the alarm switch of a stored carrier stands at `now` (epoch ms). */
export const positionAt = ({ alarmSwitch, alarmPausedUntil, alarmTriggerId }: Omit<Switched, "name">, now: number) =>
  positionOf(
    { alarmSwitch, pausedUntil: alarmPausedUntil?.getTime() ?? null, hasTrigger: alarmTriggerId !== null },
    now,
  ) satisfies SwitchPosition;

/** Throws unless the alarm switches of all stand alike at `now` (section 5: "the same alarm-switch state"). */
export function assertSameSwitch(targets: readonly Target<Switched>[], now: number): void {
  const [first] = targets;
  if (!first) return;
  const wanted = positionAt(first.carrier, now);
  const other = targets.find(({ carrier }) => positionAt(carrier, now) !== wanted);
  if (other)
    throw broken(other.path, "sameAlarmSwitch", `the alarm of ${other.carrier.name} does not stand at ${wanted}`);
}

/** What a rule said of one carrier, said of its row in the batch. */
export async function namingRow<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !error.details.issues || error.code === "INVALID") throw error;
    const issues = error.details.issues.map((issue) => ({ ...issue, path }));
    throw new AppError(error.code, error.message, { ...error.details, issues });
  }
}
