import type { ReplyAuthentication, ReplyFormat } from "@/db/enums";

/** How long the previous secret remains valid after a rotation: time to enter the new one at the provider. */
export const ROTATION_MS = 24 * 3_600_000;

const REPLY_PATH = "/service/notice/reply";

/** The authentication that a format requires; the product's own format supports both. */
const FIXED: Partial<Record<ReplyFormat, ReplyAuthentication>> = { twilio: "hmac", aliyun: "secret" };

export const authenticationsOf = (format: ReplyFormat): readonly ReplyAuthentication[] => {
  const fixed = FIXED[format];
  return fixed ? [fixed] : ["secret", "hmac"];
};

type Chosen = { format: ReplyFormat; authentication: ReplyAuthentication; secret: string };

/** Validates the authentication of a provider; null if it is valid. */
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
 * The path to enter at a provider; `secret` is one that was just generated. A provider that only accepts an address has
 * its secret in it; one that signs is identified by its id.
 */
export function replyPath({ id, format, authentication }: Registered, secret: string | null): string {
  if (authentication === "hmac") return `${REPLY_PATH}?provider=${id}`;
  return format === "aliyun" ? `${REPLY_PATH}?token=${secret ?? "…"}` : REPLY_PATH;
}
