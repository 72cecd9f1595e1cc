import type { ForwardType } from "@/db/enums";
import { AppError } from "@/lib/errors";

/** Longest topic, in characters (specification, section 5, "Length limits"). */
export const TOPIC_LENGTH = 64;

/** What a time of 0 s stands for: that of every call (specification, section 9). */
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

/** A broken rule beside the field that the form marks. */
export type ForwardIssue = { path: keyof Settings; rule: string; message: string };

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const HOST_NAME = /^(?=.{1,100}$)[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i;

/** A name of DNS or an IPv4 address; what is made of digits and dots can only be the latter. */
export function isHost(text: string): boolean {
  return /^[\d.]+$/.test(text) ? isIpv4(text) : HOST_NAME.test(text);
}

export const isIpv4 = (text: string): boolean => IPV4.test(text);

/** As far as `path?query` of an address goes: printable, without blanks and fragment. */
const PATH = /^\/[!-"$-~]*$/;

/** What can be published to: no wildcard (MQTT 3.1.1, section 4.7). */
export const isTopic = (text: string): boolean => !/[+#\0]/.test(text);

/** What can be subscribed to: a wildcard stands for whole levels, `#` for the last. */
export const isTopicFilter = (text: string): boolean =>
  !text.includes("\0") &&
  text
    .split("/")
    .every((level, index, levels) => level === "+" || (level === "#" && index === levels.length - 1) || isTopic(level));

/** What is wrong with a target's settings; fields that its type does not use are not looked at. */
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

/** Whether a change leads what is sent elsewhere, or over an open line. */
export const isElsewhere = (old: Address, next: Address): boolean =>
  old.type !== next.type ||
  old.host.toLowerCase() !== next.host.toLowerCase() ||
  old.port !== next.port ||
  (old.isTls && !next.isTls);

/** Refuses to hand a stored password to another server: whoever may edit could read it there. */
export function assertSecretStays(hasPassword: boolean, password: string | null | undefined, moves: boolean): void {
  if (!hasPassword || !moves || password || password === null) return;
  throw refusal("INVALID", "password", "passwordAgain", "must be entered again for another address");
}

/** Refuses an address that the actor may not send to. */
export const privateHost = (): AppError =>
  refusal("INVALID", "host", "privateHost", "lies in a network that is not open to customers");

/** Refuses to remove a target that is sent to. `path` is the input's field. */
export const stillEnabled = (path: string): AppError =>
  refusal("CONFLICT", path, "isEnabled", "is enabled: disable it first");

/** Refuses to hand a target to another customer: what waits for it is the first one's. */
export const ownerStays = (): AppError => refusal("INVALID", "customerId", "fixed", "a target stays with its customer");

function refusal(kind: "INVALID" | "CONFLICT", path: string, rule: string, message: string): AppError {
  return new AppError(kind, `${path}: ${message}`, { issues: [{ path, rule, message }] });
}
