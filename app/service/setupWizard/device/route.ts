import { associateDevice } from "@/features/setup-wizard/place.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: associateDevice });
