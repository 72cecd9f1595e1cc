import { z } from "zod";
import type { CarrierType } from "@/db/enums";
import { listQuery } from "@/lib/resource/list-query";
import { bytesOfDataUrl, pictureIssue } from "@/lib/storage/picture";
import { recordId, verbatimText } from "@/lib/validation/fields";
import { MAXIMUM_PLACED, PLAN_LIMITS } from "./limits.rules";

const File = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array, {
    params: { rule: "required" },
    message: "a file is required",
  })
  .superRefine((bytes, context) => {
    const issue = pictureIssue(bytes, "file", PLAN_LIMITS);
    if (!issue) return;
    const { rule, limit, message } = issue;
    context.addIssue({ code: "custom", params: { rule, limit }, message });
  });

/** The image of a floor plan, as bytes, or as a data URL in JSON; its type is detected from the content. */
export const PlanPictureInput = z.strictObject({
  id: recordId(),
  file: z.preprocess((value) => (typeof value === "string" ? bytesOfDataUrl(value) : value), File),
});

/** With the image's id as `v`, the response may be cached. */
export const PlanPictureQuery = z.strictObject({ id: recordId(), v: verbatimText(64).optional() });

const Part = z.number().min(0).max(1);
/** A carrier's position on the image, as fractions of its width and height from the upper left corner. */
const Placement = z.strictObject({ carrierId: recordId(), x: Part, y: Part });
export type Placement = z.output<typeof Placement>;

/** All carriers on a plan that are visible to the actor; omitted ones are removed. */
export const PlacementInput = z
  .strictObject({ id: recordId(), items: z.array(Placement).max(MAXIMUM_PLACED) })
  .superRefine(({ items }, context) => {
    const seen = new Set<number>();
    items.forEach(({ carrierId }, index) => {
      if (seen.has(carrierId))
        context.addIssue({
          code: "custom",
          path: ["items", index, "carrierId"],
          params: { rule: "placedOnce" },
          message: "stands on the plan already",
        });
      seen.add(carrierId);
    });
  });

export type PlacedCarrier = Placement & { name: string; type: CarrierType };

/** A floor plan with its image and the carriers on it that are visible to the actor. */
export type PlanDto = {
  id: number;
  name: string;
  customerId: number;
  /** Names of the nodes above, from the top of what is visible to the actor. */
  path: string[];
  picture: { id: string; width: number; height: number } | null;
  items: PlacedCarrier[];
};

export const PlansQuery = z.strictObject({});

/** A floor plan with an image. `customerName`: null if the scope contains a single customer. */
export type PlanChoice = { id: number; name: string; customerName: string | null };

/** Carriers that can be placed on a plan; those of its own node come first. */
export const CandidateQuery = listQuery({ sort: ["near"], pageSize: 50, filters: { id: recordId() } });
export type CandidateQuery = z.output<typeof CandidateQuery>;
export type Candidate = { carrierId: number; name: string; type: CarrierType; sceneName: string; isHere: boolean };
