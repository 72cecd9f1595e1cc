import { z } from "zod";
import { ById } from "@/lib/resource/by-id";
import { VERIFIED_MEASURES, type VerifiedMeasure } from "./result.schema";

export const SampleQuery = z.strictObject({
  ...ById.shape,
  measure: z.enum(VERIFIED_MEASURES).default("temperature"),
  /** In order of time. */
  sort: z.enum(["at"]).default("at"),
  iDisplayStart: z.coerce.number().int().min(0).max(1_000_000).default(0),
  iDisplayLength: z.coerce.number().int().min(1).max(100).default(50),
});
export type SampleQuery = z.output<typeof SampleQuery>;

export type SampledPoint = { id: number; label: string; device: string; isInside: boolean };

/** The samples of one measure at an instant (epoch ms), one for each point; `value`: of the space, by the mode. */
export type SampleRow = { at: number; value: number | null; values: (number | null)[] };
export type SamplePage = {
  measure: VerifiedMeasure;
  points: SampledPoint[];
  items: SampleRow[];
  total: number;
};

/** The samples as columns, for pictures: at most so many instants, evenly chosen. */
export const PICTURE_INSTANTS = 480;
export const PictureQuery = z.strictObject({
  ...ById.shape,
  measure: z.enum(VERIFIED_MEASURES).default("temperature"),
});
export type PictureDto = {
  measure: VerifiedMeasure;
  ats: number[];
  /** Of the space, by the mode of the task. */
  space: (number | null)[];
  points: (SampledPoint & { x: number; y: number; heightMetres: number; values: (number | null)[] })[];
};

/** Whether the frozen readings and the stored ones are as they were when the record ended. */
export type RecordCheck = {
  state: "intact" | "changed" | "none";
  /** The points whose frozen readings were changed, and those whose readings in the history differ from them. */
  frozen: string[];
  history: string[];
  /** Readings of the history that retention has deleted are not compared. */
  deleted: string[];
};
