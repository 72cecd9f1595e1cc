import { getHandoverFile } from "@/features/transport/handover.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getHandoverFile });
