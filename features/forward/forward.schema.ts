import { z } from "zod";
import { FORWARD_TYPES, type ForwardType } from "@/db/enums";
import { listQuery } from "@/lib/resource/list-query";
import { optionalText, recordId, recordIds, requiredText, verbatimText } from "@/lib/validation/fields";
import { forwardIssues, TOPIC_LENGTH } from "./forward.rules";
import type { ForwardCondition } from "./state/rules";

/** How far behind a target is, and what happened last. */
export type ForwardStateDto = {
  condition: ForwardCondition;
  /** Values and exceptions that wait; of a very long backlog only its beginning is counted. */
  waiting: number;
  /** Since when the oldest of them waits; null if nothing does. */
  waitingSince: string | null;
  connectedAt: string | null;
  lastSuccessAt: string | null;
  /** Key of the last failure's text; null if there was none. */
  errorCode: string | null;
  errorDetail: string;
  errorAt: string | null;
  failures: number;
  /** When it is tried again, while it fails. */
  nextTryAt: string | null;
  /** What is being sent again, and how far that is. */
  replay: { from: string; until: string; at: string } | null;
};

/** Never sent back: nothing or an empty text keeps what is stored, null forgets it. */
const secret = () => verbatimText(100).nullish();

/** Letters, digits and underscores, or nothing. */
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
    /** 0 is the usual time of 10 s. */
    timeoutSeconds: z.coerce.number().int().min(0).max(30).default(10),
    /** 0 keeps no standing connection. */
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

/** What is set of a target; of a secret only since when it is there. */
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
};

/** A target as its list shows it. */
export type ForwardRowDto = ForwardDto & { customerName: string; state: ForwardStateDto };

export const MAXIMUM_BATCH = 100;

/** `DELETE /service/forwardSet/del?ids=1,2`. */
export const ForwardRemoveInput = z.strictObject({
  ids: recordIds(MAXIMUM_BATCH).refine((ids) => ids.length > 0, { params: { rule: "required" } }),
});

/** A target as other screens name it. */
export type ForwardChoice = {
  id: number;
  name: string;
  type: ForwardType;
  platformCode: string;
  platformName: string;
  isEnabled: boolean;
};
