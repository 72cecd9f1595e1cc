import "server-only";
import type { Db } from "@/lib/operation/context";
import { insertDirect } from "./health/data";

/** `minutes`: how long the key is valid. */
type Forgotten = { customerId: number; userId: number; resetId: string; minutes: number };

/** Plans the mail with which an account replaces its forgotten password; it is sent if the transaction commits. */
export async function planPasswordMail(tx: Db, { customerId, userId, resetId, minutes }: Forgotten): Promise<void> {
  await insertDirect(tx, {
    customerId,
    key: `password-reset:${resetId}`,
    channel: "email",
    contactId: null,
    userId,
    content: { type: "captcha", resetId, minutes },
  });
}
