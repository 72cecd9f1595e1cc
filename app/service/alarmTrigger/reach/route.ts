import { listReach } from "@/features/alarm/plan/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listReach);
