import { AppError } from "@/lib/errors";

/** The channels that reach a contact. Pop-ups go to logged-in users. */
export const CONTACT_CHANNELS = ["email", "sms", "voice", "push"] as const;
export type ContactChannel = (typeof CONTACT_CHANNELS)[number];

/** The context that a PIN hash is bound to, so that equal PINs of two contacts have different hashes. */
export const pinOwner = (contactId: number): string => `contact pin ${contactId}`;

/** The levels of a group. Level 1 is notified first. */
export const CONTACT_LEVELS = [1, 2, 3, 4, 5] as const;

type Reach = { phone: string; email: string };

/** A violated rule with the form field that it concerns. */
export type ReachIssue = { path: "phone" | "email" | "channels"; rule: string; message: string };

/** The channels that the addresses support: e-mail by an e-mail address, SMS and voice by a phone number. */
export const reachableBy = ({ phone, email }: Reach): ContactChannel[] => [
  ...(email ? (["email"] as const) : []),
  ...(phone ? (["sms", "voice"] as const) : []),
];

/**
 * Validates that a contact can be notified: at least a phone or an e-mail address, and the address of each selected
 * channel. A channel without an address would appear in the plan but never deliver.
 */
export function reachIssues({ phone, email, channels }: Reach & { channels: readonly ContactChannel[] }): ReachIssue[] {
  if (!phone && !email) return [{ path: "phone", rule: "phoneOrEmail", message: "a phone or an e-mail is required" }];
  const issues: ReachIssue[] = [];
  if (channels.includes("email") && !email)
    issues.push({ path: "email", rule: "channelEmail", message: "is needed for the channel email" });
  if (!phone && channels.some((channel) => channel === "sms" || channel === "voice"))
    issues.push({ path: "phone", rule: "channelPhone", message: "is needed for the channels sms and voice" });
  return issues;
}

/** Push notifications go to the browsers of an account, so push requires a contact that was imported from one. */
export const pushIssue = (channels: readonly ContactChannel[], userId: number | null): AppError | null =>
  channels.includes("push") && userId === null
    ? new AppError("INVALID", "channels: push needs a contact that was taken over from an account", {
        issues: [{ path: "channels", rule: "channelPush", message: "push needs a contact taken over from an account" }],
      })
    : null;

/** Whether any channel of the contact can deliver. Push needs a device. */
export const isReachable = (channels: readonly ContactChannel[], hasDevice: boolean): boolean =>
  channels.some((channel) => channel !== "push" || hasDevice);

/** The result of importing one account (specification, section 4, "Sync result codes"). */
export const SYNC = { failed: 0, succeeded: 1, duplicate: 2, notFound: 404 } as const;
export type SyncCode = (typeof SYNC)[keyof typeof SYNC];

/** The fields of an account that decide whether it can become a contact. */
export type Candidate = { mobile: string | null; email: string | null; status: "active" | "cancelled" };

/**
 * The code with which an account is refused as a contact; undefined if it can become one. A cancelled account fails
 * (specification, section 4).
 */
export function syncBar(candidate: Candidate | undefined): SyncCode | undefined {
  if (!candidate) return SYNC.notFound;
  const isUnreachable = !candidate.mobile && !candidate.email;
  return candidate.status === "cancelled" || isUnreachable ? SYNC.failed : undefined;
}

/** The most triggers that a refusal names; the rest is counted. */
const NAMED = 5;

/** Lists names for a refusal: `a, b and 3 more`. */
export function namedTriggers(triggers: readonly string[]): string {
  const more = triggers.length > NAMED ? ` and ${triggers.length - NAMED} more` : "";
  const names = triggers.map((name) => name || "the connection watch");
  return names.slice(0, NAMED).join(", ") + more;
}

/** The error for removing the last contact whom a notification plan notifies at a level. */
export function lastRecipient(path: string, triggers: readonly string[]): AppError {
  const message = `is the last one at this level whom the notification plan tells of ${namedTriggers(triggers)}`;
  return new AppError("CONFLICT", `${path}: ${message}`, { issues: [{ path, rule: "lastRecipient", message }] });
}
