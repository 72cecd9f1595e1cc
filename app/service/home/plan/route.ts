import { listPlans } from "@/features/home/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listPlans);
