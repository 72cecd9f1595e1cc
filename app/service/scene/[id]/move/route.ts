import { moveScene } from "@/features/scene/scene.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(moveScene);
