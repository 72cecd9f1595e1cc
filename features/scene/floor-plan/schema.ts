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

/** The picture of a floor plan, judged by its content: as bytes, or in JSON as a data URL. */
export const PlanPictureInput = z.strictObject({
  id: recordId(),
  file: z.preprocess((value) => (typeof value === "string" ? bytesOfDataUrl(value) : value), File),
});

/** With the id of the picture as `v` the browser may keep it. */
export const PlanPictureQuery = z.strictObject({ id: recordId(), v: verbatimText(64).optional() });

const Part = z.number().min(0).max(1);
/** Where a carrier stands on the picture, from the upper left corner, as parts of its width and height. */
const Placement = z.strictObject({ carrierId: recordId(), x: Part, y: Part });
export type Placement = z.output<typeof Placement>;

/** All carriers on a plan as far as the actor sees them; one that is left out is taken off. */
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

/** A carrier on a plan. */
export type PlacedCarrier = Placement & { name: string; type: CarrierType };

/** A floor plan with its picture and the carriers on it that the actor sees. */
export type PlanDto = {
  id: number;
  name: string;
  customerId: number;
  /** The nodes above it, from the top of what the actor sees. */
  path: string[];
  picture: { id: string; width: number; height: number } | null;
  items: PlacedCarrier[];
};

/** Carriers that can be put on a plan: those of its own node first. */
export const CandidateQuery = listQuery({ sort: ["near"], pageSize: 50, filters: { id: recordId() } });
export type CandidateQuery = z.output<typeof CandidateQuery>;
export type Candidate = { carrierId: number; name: string; type: CarrierType; sceneName: string; isHere: boolean };
