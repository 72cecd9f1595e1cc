import { setIndex } from "@/features/setup-wizard/watch.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(setIndex);
