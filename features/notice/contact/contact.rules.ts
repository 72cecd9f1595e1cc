import { AppError } from "@/lib/errors";

/** The channels that reach a person; the pop-up goes to whoever is at the console. */
export const CONTACT_CHANNELS = ["email", "sms", "voice", "push"] as const;
export type ContactChannel = (typeof CONTACT_CHANNELS)[number];

/** What the hash of a contact's PIN is bound to: equal PINs of two contacts have different hashes. */
export const pinOwner = (contactId: number): string => `contact pin ${contactId}`;

/** The rounds of a group: 1 is told first. */
export const CONTACT_LEVELS = [1, 2, 3, 4, 5] as const;

type Reach = { phone: string; email: string };

/** A broken rule beside the field that the form marks. */
export type ReachIssue = { path: "phone" | "email" | "channels"; rule: string; message: string };

/** The channels that these addresses serve: mail by an e-mail address, SMS and voice by a phone. */
export const reachableBy = ({ phone, email }: Reach): ContactChannel[] => [
  ...(email ? (["email"] as const) : []),
  ...(phone ? (["sms", "voice"] as const) : []),
];

/**
 * What keeps a person from being told: neither phone nor e-mail, or a chosen channel without its address. A channel
 * that can never reach anybody would stand in the plan as if it did.
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

/** Push notifications go to the browsers of an account, which not every contact was made from. */
export const pushIssue = (channels: readonly ContactChannel[], userId: number | null): AppError | null =>
  channels.includes("push") && userId === null
    ? new AppError("INVALID", "channels: push needs a contact that was taken over from an account", {
        issues: [{ path: "channels", rule: "channelPush", message: "push needs a contact taken over from an account" }],
      })
    : null;

/** Whether any of the contact's channels leads somewhere: push alone does not without a device. */
export const isReachable = (channels: readonly ContactChannel[], hasDevice: boolean): boolean =>
  channels.some((channel) => channel !== "push" || hasDevice);

/** What became of one account that was to become a contact (specification, section 4, "Sync result codes"). */
export const SYNC = { failed: 0, succeeded: 1, duplicate: 2, notFound: 404 } as const;
export type SyncCode = (typeof SYNC)[keyof typeof SYNC];

/** An account as far as becoming a contact goes. */
export type Candidate = { mobile: string | null; email: string | null; status: "active" | "cancelled" };

/** Why an account cannot become a contact; undefined when it can. A cancelled one fails, as section 4 says. */
export function syncBar(candidate: Candidate | undefined): SyncCode | undefined {
  if (!candidate) return SYNC.notFound;
  const isUnreachable = !candidate.mobile && !candidate.email;
  return candidate.status === "cancelled" || isUnreachable ? SYNC.failed : undefined;
}

/** Triggers named in a refusal; the rest is counted. */
const NAMED = 5;

/** Names for a refusal: `a, b and 3 more`. */
export function namedTriggers(triggers: readonly string[]): string {
  const more = triggers.length > NAMED ? ` and ${triggers.length - NAMED} more` : "";
  const names = triggers.map((name) => name || "the connection watch");
  return names.slice(0, NAMED).join(", ") + more;
}

/** Refuses to take away the last person whom a notification plan tells at a level. */
export function lastRecipient(path: string, triggers: readonly string[]): AppError {
  const message = `is the last one at this level whom the notification plan tells of ${namedTriggers(triggers)}`;
  return new AppError("CONFLICT", `${path}: ${message}`, { issues: [{ path, rule: "lastRecipient", message }] });
}
