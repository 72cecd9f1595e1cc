import { z } from "zod";
import type { ForwardKind, ForwardType, Measure } from "@/db/enums";

/** Payload of the sending job: empty, because the work is in the tables. */
export const Nothing = z.object({});

/** A reading to send; `at` in epoch milliseconds, values in canonical units. */
export type ForwardReading = {
  device: string;
  carrier: string | null;
  at: number;
  values: Partial<Record<Measure, number>>;
};

/** An exception to send, in its state at the time of the change. */
export type ForwardException = Record<string, unknown> & { id: number; change: string };

/** Identifies the sender to a platform. */
export type Sender = { platformCode: string; platformName: string; vendorCode: string; appId: string };

/** A target as the sender needs it. */
export type SendingTarget = Sender & {
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
  sealedPassword: string | null;
  sealedAppKey: string | null;
  qos: 0 | 1 | 2;
  timeoutSeconds: number;
  heartbeatSeconds: number;
  subscribeTopic: string;
  publishTopic: string;
  mayReachPrivate: boolean;
  kinds: ForwardKind[];
  /** Last change, epoch ms. */
  changedAt: number;
  failures: number;
};

/** Content of a message, for the counters. */
export type Load = { readings: number; exceptions: number };
