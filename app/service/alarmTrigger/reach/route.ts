import { listReach } from "@/features/alarm/trigger/plan.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listReach });
