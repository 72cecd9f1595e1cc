import { createScene, listSceneNodes } from "@/features/scene/scene.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listSceneNodes);
export const POST = handle(createScene);
