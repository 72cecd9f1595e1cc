import { getPlanPicture, removePlanPicture, uploadPlanPicture } from "@/features/scene/floor-plan/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({
  GET: getPlanPicture,
  PUT: uploadPlanPicture,
  DELETE: removePlanPicture,
});
