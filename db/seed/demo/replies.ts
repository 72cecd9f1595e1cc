import { eq, inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { contact, replyProvider } from "@/db/schema";
import { pinOwner } from "@/features/notice/contact/contact.rules";
import { BATCH_WINDOW_MS } from "@/features/notice/delivery/plan.rules";
import { onDutyAt } from "@/features/notice/duty/duty.rules";
import { keyedHash, keyFrom } from "@/lib/auth/secret-box";
import { hashToken } from "@/lib/auth/token";
import type { Accounts } from "./accounts";
import type { CustomerPlan } from "./plan";
import type { DemoContact, DemoTrigger } from "./world";

/** The PIN of all demo contacts that have one; documented in `README.md`. */
export const DEMO_PIN = "4711";

type Making = { accounts: Accounts; authSecret: string; madeAt: number };

/** Gives contacts their PIN and account, and registers the gateway that forwards their replies. */
export async function insertReplying(
  tx: Db,
  plans: readonly CustomerPlan[],
  { accounts, authSecret, madeAt }: Making,
): Promise<void> {
  const people = plans.flatMap(({ groups }) => groups.flatMap((group) => group.people));
  const emails = people.filter(({ hasPin, account }) => hasPin || account).map(({ email }) => email);
  const rows = await tx
    .select({ id: contact.id, email: contact.email })
    .from(contact)
    .where(inArray(contact.email, emails));
  for (const { id, email } of rows) {
    const { hasPin = false, account } = people.find((person) => person.email === email) ?? {};
    await tx
      .update(contact)
      .set({
        pinHash: hasPin ? keyedHash(DEMO_PIN, pinOwner(id), authSecret) : null,
        userId: account ? accounts[account] : null,
      })
      .where(eq(contact.id, id));
  }
  // This secret is unknown; the channels screen creates a new one.
  const secret = hashToken(keyFrom(authSecret, "demo reply provider").toString("base64url"));
  await tx.insert(replyProvider).values({
    name: "短信与语音网关",
    format: "generic",
    authentication: "secret",
    secret,
    createdAt: new Date(madeAt),
  });
}

export type Replier = { person: DemoContact; via: "sms" | "voice" };

/** Who can acknowledge an alarm raised at `raisedAt` (epoch ms) without the console: notified first, with a PIN. */
export function replierOf({ plan, recipients }: DemoTrigger, raisedAt: number, timeZone: string): Replier | null {
  const index = plan.notify.findIndex(
    ({ afterMinutes, channels }) => afterMinutes === 0 && (channels.includes("sms") || channels.includes("voice")),
  );
  const [row, to] = [plan.notify[index], recipients[index]];
  if (!row || !to) return null;
  const onDuty = row.isOnDuty && to.rota ? onDutyAt(to.rota, raisedAt + BATCH_WINDOW_MS, timeZone) : [];
  const person = to.people.find(({ id, hasPin }) => hasPin && (onDuty.length === 0 || onDuty.includes(id)));
  return person ? { person, via: row.channels.includes("sms") ? "sms" : "voice" } : null;
}
