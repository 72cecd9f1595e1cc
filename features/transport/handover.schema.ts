import { z } from "zod";
import type { CarrierType, TemperatureUnit } from "@/db/enums";
import { HANDOVER_ANSWERS, type HandoverAnswer, type TransportState } from "@/db/transport-enums";
import type { SignatureDto } from "@/features/signature/signature.schema";
import { lineText, multilineText, requiredText } from "@/lib/validation/fields";
import { instantMs } from "@/lib/validation/instant";
import type { LoadVerdict, Precooling } from "./transport.rules";
import type { JourneyExcursionDto, JourneyProbeDto } from "./transport.schema";

export const REMARK_LENGTH = 500;
export const MOST_PHOTOS = 3;
/** Pictures in base64: a drawing of some kilobytes, photos that the phone has made smaller. */
export const DRAWING_CHARACTERS = 150_000;
export const PHOTO_CHARACTERS = 700_000;
/** The whole answer. */
export const HANDOVER_BYTES = 3 * 1024 * 1024;

const Key = lineText(200);

/** The key of a transport code; unknown and void keys are indistinguishable. */
export const CodeInput = z.strictObject({ key: Key });

const Picture = (characters: number) => z.base64().max(characters);

/**
 * A receiver's answer. `clientKey` is made by the phone once for each answer, so that one that is sent again is the
 * same; `answeredAt` is the phone's time.
 */
export const HandoverInput = z
  .strictObject({
    key: Key,
    clientKey: z.uuid(),
    answer: z.enum(HANDOVER_ANSWERS),
    remark: multilineText(REMARK_LENGTH).default(""),
    receiverName: requiredText(60),
    answeredAt: instantMs(),
    drawing: Picture(DRAWING_CHARACTERS).min(1),
    photos: z.array(Picture(PHOTO_CHARACTERS).min(1)).max(MOST_PHOTOS).default([]),
  })
  .superRefine(({ answer, remark }, context) => {
    if (answer === "accepted" || remark !== "") return;
    context.addIssue({ code: "custom", path: ["remark"], params: { rule: "required" }, message: "is required" });
  });
export type HandoverInput = z.output<typeof HandoverInput>;

/** A receiver's answer as the receiver sees it. */
export type GivenAnswer = { answer: HandoverAnswer; receiverName: string; remark: string; answeredAt: number };

export type HandedOverDto = GivenAnswer & { id: number };

type PublicStop = {
  name: string;
  plannedArriveAt: number | null;
  arrivedAt: number | null;
  departedAt: number | null;
};

/** A transport as the holder of its code sees it: no ids, no names of others than the parties. Instants in epoch ms. */
export type LinkedTransportDto = {
  number: string;
  customerName: string;
  timeZone: string;
  /** The unit in which temperatures are shown. */
  temperatureUnit: TemperatureUnit;
  state: TransportState;
  consignor: string;
  consignee: string;
  carrierName: string;
  carrierType: CarrierType;
  stops: PublicStop[];
  lots: { number: string; productName: string; verdict: string }[];
  precooling: Precooling | null;
  loadedAt: number | null;
  to: number;
  probes: Omit<JourneyProbeDto, "probeId">[];
  excursions: Pick<
    JourneyExcursionDto,
    "measure" | "side" | "startedAt" | "endedAt" | "peak" | "minimum" | "maximum"
  >[];
  verdict: LoadVerdict;
  chart: { at: number[]; min: number[]; max: number[]; mean: number[] } | null;
  limits: { minimum: number | null; maximum: number | null };
  given: GivenAnswer | null;
  /** Whether the receiver can answer now. */
  isAnswerable: boolean;
};

export type HandoverViewDto = HandedOverDto & {
  receivedAt: number;
  isClockRight: boolean;
  photos: string[];
  signature: SignatureDto | null;
};
