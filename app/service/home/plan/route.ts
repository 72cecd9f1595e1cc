import { listFloorPlans } from "@/features/scene/floor-plan/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listFloorPlans });
