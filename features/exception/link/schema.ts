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
  TemperatureUnit,
} from "@/db/enums";
import type { KineticRefusal } from "@/features/observation/observation.rules";
import { lineText } from "@/lib/validation/fields";
import type { BriefingDto } from "../briefing/briefing.schema";
import type { Series } from "../figures/chart.rules";
import { AcknowledgeInput } from "../handling/schema";
import type { Crossed, Exposure, Forecast } from "../phrase.rules";
import type { KeyOutcome, Stand } from "./rules";

/** The key of a link; invalid and expired keys are indistinguishable. */
const Key = lineText(200);

export const LinkInput = z.strictObject({ key: Key });

export const LinkAcknowledgeInput = AcknowledgeInput.omit({ id: true }).extend({ key: Key });

/** Keys of one contact's links, from one notification. */
export const PushAcknowledgeInput = z.strictObject({ keys: z.array(Key).min(1).max(20) });

/** The acknowledged exceptions, and the outcome of each key in the order of the request. */
export type PushAcknowledgedDto = { ids: number[]; outcomes: KeyOutcome[] };

/** One attempt to send a notice; without the address, because the reader is only one of the recipients. */
export type ToldDto = { at: string; channel: NoticeChannel; name: string; isSent: boolean };

/**
 * An exception as shown to the holder of its link: no ids but its own, no addresses, no other data. Instants are
 * ISO-8601 in UTC, values in canonical units.
 */
export type LinkedExceptionDto = {
  id: number;
  stand: Stand;
  contactName: string;
  customerName: string;
  timeZone: string;
  /** The unit of the customer, in which temperatures are shown. */
  temperatureUnit: TemperatureUnit;
  place: string;
  carrierType: CarrierType | null;
  /** The ancestors of the location, from the top down. */
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
  /** Over observed time, as in the console; null if the kind has no figures or nothing was observed. */
  mean: number | null;
  meanKineticTemperature: number | null;
  kineticRefusal: KineticRefusal | null;
  degreeMinutes: number | null;
  observedSeconds: number | null;
  sampleCount: number;
  /** When stored figures were computed; null: computed from present readings. */
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
  affected: string[];
  told: ToldDto[];
  /** Null if it cannot be acknowledged any more. */
  briefing: BriefingDto | null;
  acknowledgement: { at: string; by: string; comment: string; via: AcknowledgementChannel } | null;
  /** The readings around it; null if there are none to draw. */
  chart: { span: { from: number; to: number }; series: Series; bucketSeconds: number } | null;
};
