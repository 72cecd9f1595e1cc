import type { ForwardType } from "@/db/enums";
import { AppError } from "@/lib/errors";

/** Maximum length of a topic, in characters (specification, section 5, "Length limits"). */
export const TOPIC_LENGTH = 64;

/** Default time-out, which 0 s stands for (specification, section 9). */
export const USUAL_TIMEOUT_SECONDS = 10;

type Settings = {
  type: ForwardType;
  host: string;
  path: string;
  username: string;
  password?: string | null | undefined;
  qos: number;
  publishTopic: string;
  subscribeTopic: string;
  sendsReadings: boolean;
  sendsExceptions: boolean;
};

/** A broken rule with the field to mark. */
export type ForwardIssue = { path: keyof Settings; rule: string; message: string };

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const HOST_NAME = /^(?=.{1,100}$)[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i;

/** Whether a text is a DNS name or an IPv4 address. Digits and dots alone can only be the latter. */
export function isHost(text: string): boolean {
  return /^[\d.]+$/.test(text) ? isIpv4(text) : HOST_NAME.test(text);
}

export const isIpv4 = (text: string): boolean => IPV4.test(text);

/** The part `path?query` of a URL: printable, without spaces and fragment. */
const PATH = /^\/[!-"$-~]*$/;

/** Whether a text can be published to: it has no wildcard (MQTT 3.1.1, section 4.7). */
export const isTopic = (text: string): boolean => !/[+#\0]/.test(text);

/** Whether a text can be subscribed to: wildcards replace whole levels, `#` only the last. */
export const isTopicFilter = (text: string): boolean =>
  !text.includes("\0") &&
  text
    .split("/")
    .every((level, index, levels) => level === "+" || (level === "#" && index === levels.length - 1) || isTopic(level));

/** Issues of a target's settings; fields that its type does not use are ignored. */
export function forwardIssues(settings: Settings): ForwardIssue[] {
  const { type, host, path, qos, username, password, publishTopic, subscribeTopic } = settings;
  const issues: ForwardIssue[] = [];
  const add = (field: keyof Settings, rule: string, message: string) => issues.push({ path: field, rule, message });
  if (host !== "" && !isHost(host)) add("host", "host", "must be a host name or an IPv4 address");
  if (!settings.sendsReadings && !settings.sendsExceptions)
    add("sendsReadings", "oneKind", "readings or exceptions are required");
  if (type === "mqtt") {
    if (publishTopic === "") add("publishTopic", "required", "is required for MQTT");
    else if (!isTopic(publishTopic)) add("publishTopic", "topic", "must have no + or #");
    if (!isTopicFilter(subscribeTopic)) add("subscribeTopic", "topicFilter", "+ and # stand for whole levels");
  }
  if (type === "http" && path !== "" && !PATH.test(path))
    add("path", "urlPath", "must begin with / and have no blanks or #");
  if (type === "tcp" && qos > 1) add("qos", "tcpQos", "TCP delivers at most once or at least once");
  if (type !== "http" && username === "" && password) add("username", "usernameToo", "is required with a password");
  return issues;
}

type Address = { type: ForwardType; host: string; port: number; isTls: boolean };

/** Whether a change sends data to another address, or without encryption. */
export const isElsewhere = (old: Address, next: Address): boolean =>
  old.type !== next.type ||
  old.host.toLowerCase() !== next.host.toLowerCase() ||
  old.port !== next.port ||
  (old.isTls && !next.isTls);

/** Throws if a stored password would be sent to another server, where an editor could read it. */
export function assertSecretStays(hasPassword: boolean, password: string | null | undefined, moves: boolean): void {
  if (!hasPassword || !moves || password || password === null) return;
  throw refusal("INVALID", "password", "passwordAgain", "must be entered again for another address");
}

/** The error for an address that the actor may not use. */
export const privateHost = (): AppError =>
  refusal("INVALID", "host", "privateHost", "lies in a network that is not open to customers");

/** The error for removing an enabled target. `path` is the input's field. */
export const stillEnabled = (path: string): AppError =>
  refusal("CONFLICT", path, "isEnabled", "is enabled: disable it first");

/** The error for moving a target to another customer: its outbox belongs to the first one. */
export const ownerStays = (): AppError => refusal("INVALID", "customerId", "fixed", "a target stays with its customer");

function refusal(kind: "INVALID" | "CONFLICT", path: string, rule: string, message: string): AppError {
  return new AppError(kind, `${path}: ${message}`, { issues: [{ path, rule, message }] });
}
