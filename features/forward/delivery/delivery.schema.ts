import { z } from "zod";
import type { ForwardKind, ForwardType, Measure } from "@/db/enums";

/** The job that sends has no payload: what there is to do stands in the tables. */
export const Nothing = z.object({});

/** A reading on its way out; `at` in epoch milliseconds, values in canonical units. */
export type ForwardReading = {
  device: string;
  carrier: string | null;
  at: number;
  values: Partial<Record<Measure, number>>;
};

/** An exception on its way out, as it stood when it changed. */
export type ForwardException = Record<string, unknown> & { id: number; change: string };

/** What names the sender to a platform. */
export type Sender = { platformCode: string; platformName: string; vendorCode: string; appId: string };

/** A target as its sender needs it. */
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
  /** Epoch ms of the last change. */
  changedAt: number;
  failures: number;
};

/** What one message holds, for the counters. */
export type Load = { readings: number; exceptions: number };
