import { getPlanPicture, removePlanPicture, uploadPlanPicture } from "@/features/scene/floor-plan/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getPlanPicture);
export const PUT = handle(uploadPlanPicture);
export const DELETE = handle(removePlanPicture);
