import { getRecordTimes, setRecordTimes } from "@/features/carrier/record-time/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getRecordTimes, PUT: setRecordTimes });
