import { setIndex } from "@/features/setup-wizard/watch.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: setIndex });
