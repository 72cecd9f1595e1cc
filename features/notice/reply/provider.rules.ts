import type { ReplyAuthentication, ReplyFormat } from "@/db/enums";

/** How long the secret before a rotation still opens: time to enter the new one at the provider. */
export const ROTATION_MS = 24 * 3_600_000;

const REPLY_PATH = "/service/notice/reply";

/** What a format must prove itself by; both where it is ours. */
const FIXED: Partial<Record<ReplyFormat, ReplyAuthentication>> = { twilio: "hmac", aliyun: "secret" };

export const authenticationsOf = (format: ReplyFormat): readonly ReplyAuthentication[] => {
  const fixed = FIXED[format];
  return fixed ? [fixed] : ["secret", "hmac"];
};

type Chosen = { format: ReplyFormat; authentication: ReplyAuthentication; secret: string };

/** What is wrong with how a provider is to prove itself; null if nothing is. */
export function secretIssue({ format, authentication, secret }: Chosen) {
  if (!authenticationsOf(format).includes(authentication))
    return {
      path: "authentication",
      rule: "replyAuthentication",
      message: `${format} does not support ${authentication}`,
    };
  if (format === "twilio" && secret === "")
    return { path: "secret", rule: "required", message: "the auth token of the Twilio account is required" };
  if (secret !== "" && (format !== "twilio" || secret.length < 16))
    return {
      path: "secret",
      rule: "replySecret",
      message: "only Twilio's auth token is entered, of 16 characters or more",
    };
  return null;
}

type Registered = { id: number; format: ReplyFormat; authentication: ReplyAuthentication };

/**
 * The address, without the host, that is entered at a provider; `secret` is one that was just made. A provider that can
 * only be given an address has its secret in it, one that signs is known by its id.
 */
export function replyPath({ id, format, authentication }: Registered, secret: string | null): string {
  if (authentication === "hmac") return `${REPLY_PATH}?provider=${id}`;
  return format === "aliyun" ? `${REPLY_PATH}?token=${secret ?? "…"}` : REPLY_PATH;
}
