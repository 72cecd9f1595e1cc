import { getSceneNode, removeScene, updateSceneNode } from "@/features/scene/scene.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getSceneNode);
export const PUT = handle(updateSceneNode);
export const DELETE = handle(removeScene);
