import { imports } from "@/features/device/import/import.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: imports.magnetism.start });
