import { getSceneTree } from "@/features/scene/scene.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getSceneTree });
