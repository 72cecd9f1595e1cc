import { z } from "zod";
import type { ReplyFormat } from "@/db/enums";
import { AppError, type Issue } from "@/lib/errors";
import { issuesOf } from "@/lib/validation/issues";

/** One message of a contact. `at` is epoch ms, null if the provider sends no time. */
export type Incoming = {
  /** The provider's id; a repeated id is a replay. */
  id: string;
  from: string;
  at: number | null;
  /** For an SMS. */
  text: string | null;
  /** The keys pressed during a call. */
  digits: string | null;
  /** Identifies the message replied to: the key that the gateway got with it, or its short code. */
  key: string | null;
  code: string | null;
};

/** The results of a reply; keys of the messages. */
export const REPLY_OUTCOMES = [
  "acknowledged",
  "already",
  "withdrawn",
  "wrongPin",
  "locked",
  "noPin",
  "pinMissing",
  "codeMissing",
  "unknownCode",
  "nothingOpen",
  "unreadable",
  "unknownSender",
  "tooLate",
] as const;
export type ReplyOutcome = (typeof REPLY_OUTCOMES)[number];

/** Messages with a larger time difference are refused, in milliseconds. A reply to an alarm arrives within minutes. */
export const TIME_WINDOW_MS = 15 * 60_000;
/** Consecutive wrong PINs that lock a contact's PIN, and the duration of the lock. */
export const PIN_TRIES = 5;
export const PIN_LOCK_MS = 15 * 60_000;

const MAINLAND_MOBILE = /^1\d{10}$/;
/** The trunk prefix 0 may follow the country code. Area codes: `lib/validation/phone.ts`. */
const MAINLAND_LANDLINE = /^860?((?:10|2\d|[3-9]\d{2})\d{7,8})$/;

/**
 * Normalises a phone number for comparison. The result includes the country code, so that `+86 139 0000 0001`,
 * `0086139…` and `139…` are equal. Landlines of mainland China are given with their area code instead, so that `+86 20
 * 8765 4321`, `8620…` and `020-…` are equal. Any other number without country code is left as its digits. Empty if it
 * has no digits.
 */
export function phoneDigits(phone: string): string {
  const text = phone.normalize("NFKC").trim();
  const written = text.replace(/\D/g, "");
  const isInternational = text.startsWith("+") || written.startsWith("00");
  const digits = text.startsWith("+") ? written : written.replace(/^00/, "");
  const [, landline] = MAINLAND_LANDLINE.exec(digits) ?? [];
  if (landline !== undefined) return `0${landline}`;
  if (isInternational) return digits;
  return MAINLAND_MOBILE.test(digits) ? `86${digits}` : digits;
}

/** Masks a number for a log: the first three and the last four digits remain. */
export function maskedPhone(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  return digits.length < 8 ? "*".repeat(digits.length) : `${digits.slice(0, 3)}****${digits.slice(-4)}`;
}

/** The fields and rules are for programs, the message for those who write them. */
const malformed = (why: string, issues: Issue[]) => new AppError("BAD_REQUEST", `body: ${why}`, { issues });
const broken = (path: string, rule: string, why: string) => malformed(why, [{ path, rule, message: why }]);

/** PostgreSQL stores neither NUL nor lone surrogates: such a message would fail at every repetition. */
const storable = (value: string) => value.replaceAll("\0", "").toWellFormed().trim();

const text = (maximum: number, minimum = 0) =>
  z.string().transform(storable).pipe(z.string().min(minimum).max(maximum));
const Generic = z.object({
  id: text(200, 1),
  from: text(40, 1),
  at: z.union([z.iso.datetime({ offset: true }), z.coerce.number().positive()]),
  text: text(1000).optional(),
  digits: text(40).optional(),
  key: text(200).optional(),
  code: text(10).optional(),
});
const Twilio = z.object({
  MessageSid: text(64).optional(),
  CallSid: text(64).optional(),
  Direction: text(40).optional(),
  From: text(40, 1),
  To: text(40).optional(),
  Body: text(2000).optional(),
  Digits: text(40).optional(),
});
/** Aliyun sends times in the time zone of China. */
const chinaTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  .transform((time) => Date.parse(`${time.replace(" ", "T")}+08:00`))
  .pipe(z.number());
const AliyunMessage = z.object({
  phone_number: text(40, 1),
  send_time: chinaTime,
  content: text(1000),
  sequence_id: z.union([z.number().transform(String), text(64)]).nullish(),
});
const AliyunList = z.array(z.unknown()).min(1).max(100);

const reasonsOf = (error: z.ZodError) =>
  error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw malformed(reasonsOf(parsed.error), issuesOf(parsed.error));
}

/** The well-formed messages of a list. Throws BAD_REQUEST if there are none. */
function readAliyun(value: unknown, onSkipped: (why: string) => void) {
  const parsed = parse(AliyunList, value).map((one) => AliyunMessage.safeParse(one));
  const messages = parsed.flatMap(({ data }) => data ?? []);
  const faults = parsed.flatMap(({ error }, index) => (error ? `${index}: ${reasonsOf(error)}` : []));
  if (messages.length === 0) {
    const issues = parsed.flatMap(({ error }, index) =>
      error ? issuesOf(error).map((issue) => ({ ...issue, path: `${index}.${issue.path}` })) : [],
    );
    throw malformed(faults.join("; "), issues);
  }
  for (const fault of faults) onSkipped(fault);
  return messages.map(({ phone_number: from, send_time: at, content, sequence_id: sequence }) => ({
    id: sequence || `${from} ${at}`,
    from,
    at,
    text: content,
    digits: null,
  }));
}

/** Parses a body as JSON, or as a form if it does not look like JSON. Throws BAD_REQUEST. */
export function bodyOf(body: string): unknown {
  if (!/^\s*[{[]/.test(body)) return Object.fromEntries(new URLSearchParams(body));
  try {
    return JSON.parse(body);
  } catch {
    throw broken("body", "invalidJson", "is not valid JSON");
  }
}

const epochMs = (at: string | number) => {
  if (typeof at === "string") return Date.parse(at);
  // Interpreted as seconds up to the year 5138.
  return at < 100_000_000_000 ? at * 1000 : at;
};

/**
 * Reads the messages of a request. `named` is the key of the message replied to, from the URL. Malformed messages of a
 * list are skipped, with the reason passed to `onSkipped`. Throws BAD_REQUEST.
 */
export function readIncoming(
  format: ReplyFormat,
  value: unknown,
  named: { key?: string | undefined; code?: string | undefined },
  onSkipped: (why: string) => void = () => {},
): Incoming[] {
  const key = named.key ?? null;
  const code = named.code ?? null;
  if (format === "twilio") {
    const call = parse(Twilio, value);
    const id = call.MessageSid ?? (call.CallSid && `${call.CallSid} ${call.Digits ?? ""}`);
    if (!id) throw broken("MessageSid", "required", "MessageSid or CallSid is required");
    // For an outgoing call, the contact is the called party.
    const from = call.CallSid && call.Direction?.startsWith("outbound") ? (call.To ?? call.From) : call.From;
    const isCall = call.MessageSid === undefined;
    return [
      {
        id,
        from,
        at: null,
        text: isCall ? null : (call.Body ?? ""),
        digits: isCall ? (call.Digits ?? "") : null,
        key,
        code,
      },
    ];
  }
  if (format === "aliyun") return readAliyun(value, onSkipped).map((message) => ({ ...message, key, code }));
  const one = parse(Generic, value);
  if ((one.text === undefined) === (one.digits === undefined))
    throw broken("text", "textOrDigits", "either text or digits is required");
  return [
    {
      id: one.id,
      from: one.from,
      at: epochMs(one.at),
      text: one.text ?? null,
      digits: one.digits ?? null,
      key: one.key ?? key,
      code: one.code ?? code,
    },
  ];
}

/** Whether the time of a message (epoch ms) is within the accepted window at `now`. */
export const isTimely = (at: number | null, now: number): boolean =>
  at === null || Math.abs(now - at) <= TIME_WINDOW_MS;

const escapeXml = (value: string) =>
  value.replace(/[<>&"']/g, (character) => `&#${character.codePointAt(0) as number};`);

/** The TwiML with which Twilio sends the answer as an SMS, or reads it out. */
export const twiml = (answer: string, isCall: boolean, locale: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${
    isCall ? `<Say language="${locale}">${escapeXml(answer)}</Say>` : `<Message>${escapeXml(answer)}</Message>`
  }</Response>`;
