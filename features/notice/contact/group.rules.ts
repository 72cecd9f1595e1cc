import { AppError } from "@/lib/errors";
import { namedTriggers } from "./contact.rules";

/** The error for a change that would break the notification plans of the group. `path` is the input's field. */
export function inUse(path: "id" | "customerId", triggers: readonly string[]): AppError {
  const message = `the group is told by the notification plan of ${namedTriggers(triggers)}`;
  return new AppError("CONFLICT", `${path}: ${message}`, { issues: [{ path, rule: "inUse", message }] });
}

/** The error for moving a group that has contacts to another customer. */
export function holdsPeople(path: "customerId", people: number): AppError {
  const message = `the group holds ${people} contacts of its customer`;
  return new AppError("CONFLICT", `${path}: ${message}`, { issues: [{ path, rule: "inUse", message }] });
}

export type CustomerChoice = { id: number; name: string; hasGroups: boolean };

/** The customer to show: the requested one, else the user's own if it has groups, else the first with groups. */
export function chosenCustomer(
  choices: readonly CustomerChoice[],
  asked: number | undefined,
  own: number,
): CustomerChoice | undefined {
  const byId = (id: number | undefined) => choices.find((choice) => choice.id === id);
  const mine = byId(own);
  if (asked !== undefined && byId(asked)) return byId(asked);
  return mine?.hasGroups ? mine : (choices.find(({ hasGroups }) => hasGroups) ?? mine ?? choices[0]);
}
