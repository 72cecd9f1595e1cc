import { getProbeRange } from "@/features/zone/binding.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getProbeRange);
