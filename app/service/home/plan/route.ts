import { listPlans } from "@/features/home/home.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listPlans);
