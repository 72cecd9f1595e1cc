import type { NoticeChannel } from "@/db/enums";

/** Somebody to tell of a work order: an account, or a contact without one. */
export type NewsReader = {
  userId: number | null;
  contactId: number | null;
  email: string;
  phone: string;
  /** The channels that the contact allows; null for an account that is no contact of the customer. */
  channels: readonly NoticeChannel[] | null;
  /** Whether a browser of the account takes push notifications. */
  hasDevice: boolean;
};

/** What an account is told by that is no contact: what costs nothing and disturbs least. */
const DEFAULT: readonly NoticeChannel[] = ["email", "push"];

/**
 * The channels by which somebody is told of a work order: those that the contact allows, as far as an address is known
 * and the customer wants them. A voice call is for alarms. Accounts see a pop-up besides.
 */
export function newsChannelsOf(
  { userId, email, phone, channels, hasDevice }: NewsReader,
  customer: { notifyByEmail: boolean; notifyBySms: boolean },
): NoticeChannel[] {
  const allowed = channels ?? DEFAULT;
  return [
    ...(allowed.includes("email") && email !== "" && customer.notifyByEmail ? (["email"] as const) : []),
    ...(allowed.includes("sms") && phone !== "" && customer.notifyBySms ? (["sms"] as const) : []),
    ...(allowed.includes("push") && hasDevice ? (["push"] as const) : []),
    ...(userId !== null ? (["popup"] as const) : []),
  ];
}

/** Each person once: an account before the contacts that are the same account or have the same mail address. */
export function distinctReaders(readers: readonly NewsReader[]): NewsReader[] {
  const users = new Set<number>();
  const emails = new Set<string>();
  const sorted = readers.toSorted((a, b) => Number(a.userId === null) - Number(b.userId === null));
  return sorted.filter(({ userId, email }) => {
    const address = email.toLowerCase();
    const isKnown = userId !== null ? users.has(userId) : address !== "" && emails.has(address);
    if (userId !== null) users.add(userId);
    if (address !== "") emails.add(address);
    return !isKnown;
  });
}
