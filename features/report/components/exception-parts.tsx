import { ConcernedLots } from "@/features/lot/components/concerned-lots";
import { ExceptionOrder } from "@/features/work-order/components/exception-order";
import { ExceptionReport } from "./one-click";

/**
 * What the features that know of exceptions add to their screens: the lots that were there, the
 * work order, and the report.
 */
export const EXCEPTION_PARTS = { Lots: ConcernedLots, Order: ExceptionOrder, Report: ExceptionReport };
