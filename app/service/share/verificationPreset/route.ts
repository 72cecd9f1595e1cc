import { lookUpPointPresets } from "@/features/verification/preset/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: lookUpPointPresets });
