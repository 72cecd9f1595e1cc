import { exportHistory } from "@/features/download/history.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: exportHistory });
