import { z } from "zod";
import type {
  AcknowledgementChannel,
  CarrierType,
  DeviceKind,
  ExceptionKind,
  Measure,
  NoticeChannel,
  Severity,
  Side,
} from "@/db/enums";
import { lineText } from "@/lib/validation/fields";
import type { Series } from "../figures/chart.rules";
import { AcknowledgeInput } from "../handling/schema";
import type { Crossed, Exposure, Forecast } from "../phrase.rules";
import type { KeyOutcome, Stand } from "./rules";

/** The key of a link; what is no key is told from one that is too old by nothing. */
const Key = lineText(200);

export const LinkInput = z.strictObject({ key: Key });

export const LinkAcknowledgeInput = z.strictObject({ key: Key, comment: AcknowledgeInput.shape.comment });

/** Keys of one contact's links, as one notification brings them. */
export const PushAcknowledgeInput = z.strictObject({ keys: z.array(Key).min(1).max(20) });

/** What was acknowledged, and what became of each key in the order of the question. */
export type PushAcknowledgedDto = { ids: number[]; outcomes: KeyOutcome[] };

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
  kind: ExceptionKind;
  measure: Measure | null;
  side: Side | null;
  severity: Severity;
  minimum: number | null;
  maximum: number | null;
  peak: number | null;
  peakAt: string | null;
  /** Over observed time, as in the console; null where the kind has no figures, or nothing was observed. */
  mean: number | null;
  meanKineticTemperature: number | null;
  degreeMinutes: number | null;
  observedSeconds: number | null;
  sampleCount: number;
  /** When stored figures were worked out; null: they are of the readings now. */
  figuresAt: string | null;
  exposure: Exposure | null;
  forecast: Forecast | null;
  crossing: Crossed | null;
  startedAt: string;
  endedAt: string | null;
  durationSeconds: number;
  isDetectedLate: boolean;
  doorOpenSince: string | null;
  powerLostSince: string | null;
  /** Names of the devices that fell silent behind a gateway. */
  heldBack: string[];
  told: ToldDto[];
  acknowledgement: { at: string; by: string; comment: string; via: AcknowledgementChannel } | null;
  /** The readings around it; null where there are none to draw. */
  chart: { span: { from: number; to: number }; series: Series; bucketSeconds: number } | null;
};
