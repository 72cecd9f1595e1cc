import "server-only";
import { AppError } from "@/lib/errors";
import { limitAddress } from "@/lib/http/rate-limit";
import { RawReply } from "@/lib/http/reply";
import { DEFAULT_LOCALE, type Locale } from "@/lib/i18n/routing";
import { log } from "@/lib/log/log";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation, PUBLIC } from "@/lib/operation/define-operation";
import { transaction } from "@/lib/operation/transaction";
import { insertNotices } from "../notice.data";
import { type Judged, judgeReply, localeOf } from "./judgement.service";
import { noteReply } from "./provider.data";
import { authenticateProvider } from "./provider.operations";
import { findReply, insertReply, lockReply } from "./reply.data";
import {
  bodyOf,
  type Incoming,
  isTimely,
  maskedPhone,
  phoneDigits,
  type ReplyOutcome,
  readIncoming,
  TIME_WINDOW_MS,
  twiml,
} from "./reply.rules";
import { ReplyCall, type ReplyDto } from "./reply.schema";

/** Requests per minute from one network address: a gateway serves a whole installation. */
const RATE = { limit: 600, seconds: 60 } as const;

type Provider = Awaited<ReturnType<typeof authenticateProvider>>;

/**
 * Receives replies of contacts from an SMS or voice gateway. Errors of a contact are answered with 200 and a text that
 * the gateway sends back. Errors of the gateway are refused and store nothing.
 */
export const receiveReply = defineOperation({
  name: "noticeReply.receive",
  kind: "intake",
  permission: PUBLIC,
  input: ReplyCall,
  body: { maximumBytes: 64 * 1024, textKey: "body", requestKey: "request" },
  async run(ctx, { provider: id, token, key, code, body, request }): Promise<ReplyDto | RawReply> {
    await limitAddress("noticeReply", ctx.address, RATE.limit, RATE.seconds);
    const value = bodyOf(body);
    const inBody = value !== null && typeof value === "object" && "token" in value ? String(value.token) : undefined;
    const provider = await authenticateProvider(ctx, { ...request, provider: id, token: token ?? inBody, body });
    const incoming = readIncoming(provider.format, value, { key, code }, (why) =>
      log.warn({ provider: provider.id, why }, "a reply was skipped"),
    );
    return answerOf(provider, incoming, await receiveAll(ctx, provider, incoming));
  },
});

/** An answer with the language of the contact. */
type Answer = ReplyDto & { locale: Locale };

/** Whether the provider sends several messages at once, and repeats all of them after a refusal. */
const isListed = ({ format }: Pick<Provider, "format">): boolean => format === "aliyun";

function answerOf({ format }: Provider, [message]: readonly Incoming[], answers: readonly Answer[]) {
  const [answer] = answers;
  if (isListed({ format })) {
    const body = JSON.stringify({ code: 0, msg: "ok" });
    return new RawReply(body, { "content-type": "application/json; charset=utf-8" });
  }
  if (format === "twilio") {
    const isCall = message?.digits !== null;
    return new RawReply(twiml(answer?.text ?? "", isCall, answer?.locale ?? DEFAULT_LOCALE), {
      "content-type": "text/xml; charset=utf-8",
    });
  }
  const { outcome, text } = answer as Answer;
  return { outcome, text };
}

type Received = Answer & Pick<Judged, "afterCommit">;

/** Processes one message once: a repetition gets the same answer and changes nothing. */
async function receive(ctx: OperationContext, provider: Provider, message: Incoming): Promise<Answer> {
  const phone = phoneDigits(message.from);
  const { afterCommit, ...answer } = await transaction(ctx.db, async (tx): Promise<Received> => {
    await lockReply(tx, provider.id, message.id, phone);
    const earlier = await findReply(tx, provider.id, message.id);
    if (earlier) return { ...earlier, outcome: earlier.outcome as ReplyOutcome, locale: localeOf(earlier) };
    const isTooLate = !isTimely(message.at, ctx.now.getTime());
    if (isTooLate && !isListed(provider)) throw tooLate();
    const judged = await judgeReply(ctx, tx, message, phone);
    await record(ctx, tx, provider, message, judged);
    if (isTooLate) log.warn({ provider: provider.id, from: maskedPhone(phone) }, "a reply came too late");
    const { outcome, answer: text, sender, afterCommit } = judged;
    return { outcome, text, locale: localeOf(sender), ...(afterCommit && { afterCommit }) };
  });
  await afterCommit?.().catch((error: unknown) => log.error({ err: error }, "failed after the commit"));
  return answer;
}

const tooLate = () => {
  const message = "more than 15 minutes from now, the reply is too old";
  const limit = TIME_WINDOW_MS / 60_000;
  return new AppError("BAD_REQUEST", `at: ${message}`, {
    issues: [{ path: "at", rule: "replyTooOld", message, limit }],
  });
};

/**
 * Processes each message of a list on its own, so a failed one does not block those after it. If one failed, the
 * request is refused at the end: the provider repeats it, and messages that were already received change nothing then.
 */
async function receiveAll(ctx: OperationContext, provider: Provider, messages: readonly Incoming[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  const failures: unknown[] = [];
  for (const message of messages) {
    try {
      answers.push(await receive(ctx, provider, message));
    } catch (error) {
      failures.push(error);
      if (messages.length > 1)
        log.error({ err: error, provider: provider.id, from: maskedPhone(message.from) }, "a reply was not received");
    }
  }
  if (failures.length > 0) throw failures[0];
  return answers;
}

/** Why a reply changed nothing, in the words of the notice log (`features/exception/figures/timeline.rules.ts`). */
const REASONS: Partial<Record<ReplyOutcome, string>> = {
  withdrawn: "reply: exception withdrawn",
  wrongPin: "reply: wrong PIN",
  locked: "reply: PIN locked",
  noPin: "reply: no PIN set",
  pinMissing: "reply: PIN missing",
  codeMissing: "reply: code missing",
  unknownCode: "reply: unknown code",
  nothingOpen: "reply: nothing open",
  unreadable: "reply: not understood",
  tooLate: "reply: too late",
};

/** Stores a reply and its answer for replays, and logs it for each customer concerned. */
async function record(
  ctx: OperationContext,
  tx: Db,
  provider: Provider,
  message: Incoming,
  { outcome, sender, answer, entries }: Judged,
): Promise<void> {
  const masked = maskedPhone(message.from);
  await insertReply(tx, {
    providerId: provider.id,
    messageId: message.id,
    customerId: sender?.customerId ?? null,
    contactId: sender?.id ?? null,
    sender: masked,
    outcome,
    answer,
    at: ctx.now,
  });
  await noteReply(tx, provider.id, ctx.now);
  const reason = REASONS[outcome] ?? "";
  const rows = entries.flatMap(({ sender: { customerId, name }, exceptionIds, content }) => {
    const row = {
      customerId,
      channel: message.digits === null ? ("sms" as const) : ("voice" as const),
      type: "reply" as const,
      status: reason === "" ? ("received" as const) : ("failed" as const),
      contactName: name,
      recipient: masked,
      content,
      reason,
      at: ctx.now,
    };
    const concerned = exceptionIds.length > 0 ? exceptionIds : [null];
    return concerned.map((exceptionId) => ({ ...row, exceptionId }));
  });
  if (rows.length > 0) await insertNotices(tx, rows);
}
