import { listPossessions } from "@/features/secondment/alarm-record/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listPossessions });
