import { listReach } from "@/features/alarm/trigger/plan.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listReach);
