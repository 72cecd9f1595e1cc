import { AppError } from "@/lib/errors";
import { namedTriggers } from "./contact.rules";

/** Refuses what the notification plans that name the group would not survive. `path` is the input's field. */
export function inUse(path: "id" | "customerId", triggers: readonly string[]): AppError {
  const message = `the group is told by the notification plan of ${namedTriggers(triggers)}`;
  return new AppError("CONFLICT", `${path}: ${message}`, { issues: [{ path, rule: "inUse", message }] });
}

/** Refuses to give people to another customer. */
export function holdsPeople(path: "customerId", people: number): AppError {
  const message = `the group holds ${people} contacts of its customer`;
  return new AppError("CONFLICT", `${path}: ${message}`, { issues: [{ path, rule: "inUse", message }] });
}

export type CustomerChoice = { id: number; name: string; hasGroups: boolean };

/** Whose contacts are shown: the customer asked for, the own one if it has groups, else the first that has some. */
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
