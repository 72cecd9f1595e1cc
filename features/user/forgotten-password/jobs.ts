import "server-only";
import { transaction } from "@/db/client";
import { planPasswordMail } from "@/features/notice/password-mail.service";
import { writeAudit } from "@/lib/audit/write-audit";
import { defineJob } from "@/lib/queue/define-job";
import { operationContext } from "@/lib/queue/operation-context";
import { findResetState, getOwner, insertReset, lockForgetful } from "./data";
import { maySendReset, RESET_MINUTES, resetExpiry } from "./rules";
import { MAIL_RESET, MailResetPayload } from "./schema";

/** Mails a key to the account of this name or address, if there is one that may have it. */
export const mailReset = defineJob({
  ...MAIL_RESET,
  payload: MailResetPayload,
  run: ({ account: name }, ctx) =>
    transaction(ctx.db, async (tx) => {
      const found = await lockForgetful(tx, name);
      if (!found) return;
      const { id: userId, isSingleSignOn } = found;
      const account = await getOwner(tx, userId);
      const state = await findResetState(tx, userId, ctx.now);
      if (!maySendReset({ ...state, isActive: account.isActive, isSingleSignOn })) return;
      const resetId = await insertReset(tx, { userId, now: ctx.now, expiresAt: resetExpiry(ctx.now) });
      const { customerId } = account;
      await planPasswordMail(tx, { customerId, userId, resetId, minutes: RESET_MINUTES });
      const entry = { operation: "password.mail", entity: "user", entityId: String(userId), customerId };
      await writeAudit(tx, operationContext(MAIL_RESET.name, { db: tx, now: ctx.now }), entry);
    }),
});
