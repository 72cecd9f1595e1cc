import { getPlacements, savePlan } from "@/features/scene/floor-plan/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getPlacements);
export const PUT = handle(savePlan);
