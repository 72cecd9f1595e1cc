import { z } from "zod";
import type { CarrierType, ConditionKind, DeviceKind, Measure, NoticeChannel, Severity, Side } from "@/db/enums";
import type { Series } from "../chart/rules";
import { AcknowledgeInput } from "../handling/schema";
import type { Exposure, Forecast } from "../phrase/rules";
import type { Stand } from "./rules";

/** The key of a link; what is no key is told from one that is too old by nothing. */
const Key = z.string().trim().max(200);

export const LinkInput = z.strictObject({ key: Key });

export const LinkAcknowledgeInput = z.strictObject({ key: Key, comment: AcknowledgeInput.shape.comment });

/** Of one try to tell somebody: no address, for the reader is one of those who were told. */
export type ToldDto = { at: string; channel: NoticeChannel; name: string; isSent: boolean };

/**
 * One exception as the holder of its link sees it: no ids but its own, no addresses, nothing of what else there is.
 * Instants are ISO-8601 in UTC, values canonical units.
 */
export type LinkedExceptionDto = {
  id: number;
  stand: Stand;
  contactName: string;
  customerName: string;
  timeZone: string;
  place: string;
  carrierType: CarrierType | null;
  /** The units above the place, from the top down. */
  path: string[];
  device: { name: string; kind: DeviceKind };
  kind: ConditionKind;
  measure: Measure | null;
  side: Side | null;
  severity: Severity;
  minimum: number | null;
  maximum: number | null;
  peak: number | null;
  peakAt: string | null;
  exposure: Exposure | null;
  forecast: Forecast | null;
  startedAt: string;
  endedAt: string | null;
  durationSeconds: number;
  isDetectedLate: boolean;
  doorOpenSince: string | null;
  powerLostSince: string | null;
  /** Names of the devices that fell silent behind a gateway. */
  heldBack: string[];
  told: ToldDto[];
  acknowledgement: { at: string; by: string; comment: string; isByLink: boolean } | null;
  /** The readings around it; null where there are none to draw. */
  chart: { span: { from: number; to: number }; series: Series; bucketSeconds: number } | null;
};
