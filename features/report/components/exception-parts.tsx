import { ConcernedLots } from "@/features/lot/components/concerned-lots";
import { ExceptionReport } from "./one-click";

/** What the features that know of exceptions add to their screens: the lots that were there, and the report. */
export const EXCEPTION_PARTS = { Lots: ConcernedLots, Report: ExceptionReport };
