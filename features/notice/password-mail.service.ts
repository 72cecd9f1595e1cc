import "server-only";
import type { Db } from "@/lib/operation/context";
import { insertDirect } from "./health/data";

type Forgotten = { customerId: number; userId: number; resetId: string };

/** Plans the mail with which an account replaces its forgotten password; it is sent if the transaction commits. */
export async function planPasswordMail(tx: Db, { customerId, userId, resetId }: Forgotten): Promise<void> {
  await insertDirect(tx, {
    customerId,
    key: `password-reset:${resetId}`,
    channel: "email",
    contactId: null,
    userId,
    content: { type: "captcha", resetId },
  });
}
