import { getRecordTimes, setRecordTimes } from "@/features/carrier/record-time/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getRecordTimes);
export const PUT = handle(setRecordTimes);
