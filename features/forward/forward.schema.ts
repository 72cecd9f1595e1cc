import { z } from "zod";
import { FORWARD_TYPES, type ForwardType } from "@/db/enums";
import { listQuery } from "@/lib/resource/list-query";
import { optionalText, recordId, recordIds, requiredText, verbatimText } from "@/lib/validation/fields";
import { forwardIssues, TOPIC_LENGTH } from "./forward.rules";
import type { ForwardCondition } from "./state/rules";

/** Backlog of a target and its latest events. */
export type ForwardStateDto = {
  condition: ForwardCondition;
  /** Number of waiting values and exceptions; a very long backlog is only counted in part. */
  waiting: number;
  /** When the oldest of them was added; null if nothing waits. */
  waitingSince: string | null;
  connectedAt: string | null;
  lastSuccessAt: string | null;
  /** Message key of the last failure; null if there was none. */
  errorCode: string | null;
  errorDetail: string;
  errorAt: string | null;
  failures: number;
  /** Next attempt, while it fails. */
  nextTryAt: string | null;
  /** A replay and its progress. */
  replay: { from: string; until: string; at: string } | null;
};

/** Write-only: undefined or empty text leaves the stored value unchanged, null deletes it. */
const secret = () => verbatimText(100).nullish();

/** Letters, digits and underscores, or empty. */
const code = () =>
  optionalText(50).superRefine((value, context) => {
    if (value !== "" && !/^\w+$/.test(value))
      context.addIssue({ code: "custom", params: { rule: "word" }, message: "letters, digits and underscores only" });
  });

/** A forwarding target (specification, section 3, "Forward setting"). */
export const ForwardInput = z
  .strictObject({
    customerId: recordId().optional(),
    /** Server name. */
    name: requiredText(30),
    type: z.enum(FORWARD_TYPES),
    host: requiredText(100),
    port: z.coerce.number().int().min(1).max(65_535),
    isTls: z.boolean().default(false),
    path: optionalText(255),
    clientId: optionalText(50),
    username: optionalText(50),
    password: secret(),
    /** 0 at most once, 1 at least once, 2 only once. */
    qos: z.coerce.number().int().min(0).max(2).default(1),
    /** 0 means the default of 10 s. */
    timeoutSeconds: z.coerce.number().int().min(0).max(30).default(10),
    /** 0 opens a connection for each message. */
    heartbeatSeconds: z.coerce.number().int().min(0).max(60).default(30),
    subscribeTopic: optionalText(TOPIC_LENGTH),
    publishTopic: optionalText(TOPIC_LENGTH),
    platformCode: code(),
    platformName: optionalText(30),
    vendorCode: code(),
    appId: optionalText(50),
    appKey: secret(),
    sendsReadings: z.boolean().default(true),
    sendsExceptions: z.boolean().default(true),
  })
  .superRefine((values, context) => {
    for (const { path, rule, message } of forwardIssues(values))
      context.addIssue({ code: "custom", path: [path], params: { rule }, message });
  });
export type ForwardInput = z.output<typeof ForwardInput>;

export const ForwardListQuery = listQuery({
  sort: ["name", "type", "host", "platformCode", "createdAt"],
  filters: {
    type: z.enum(FORWARD_TYPES).optional(),
    isEnabled: z
      .enum(["true", "false"])
      .transform((value) => value === "true")
      .optional(),
    customerId: recordId().optional(),
  },
});
export type ForwardListQuery = z.output<typeof ForwardListQuery>;

/** A target; of a secret only the time of storing. */
export type ForwardDto = {
  id: number;
  customerId: number;
  name: string;
  type: ForwardType;
  host: string;
  port: number;
  isTls: boolean;
  path: string;
  clientId: string;
  username: string;
  credentialSetAt: string | null;
  qos: number;
  timeoutSeconds: number;
  heartbeatSeconds: number;
  subscribeTopic: string;
  publishTopic: string;
  platformCode: string;
  platformName: string;
  vendorCode: string;
  appId: string;
  appKeySetAt: string | null;
  sendsReadings: boolean;
  sendsExceptions: boolean;
  mayReachPrivate: boolean;
  isEnabled: boolean;
  createdAt: string;
  version: number;
};

/** A target in a list. */
export type ForwardRowDto = ForwardDto & { customerName: string; state: ForwardStateDto };

export const MAXIMUM_BATCH = 100;

/** `DELETE /service/forwardSet/del?ids=1,2`. */
export const ForwardRemoveInput = z.strictObject({
  ids: recordIds(MAXIMUM_BATCH).refine((ids) => ids.length > 0, { params: { rule: "required" } }),
});

/** A target for selection on other screens. */
export type ForwardChoice = {
  id: number;
  name: string;
  type: ForwardType;
  platformCode: string;
  platformName: string;
  isEnabled: boolean;
};
