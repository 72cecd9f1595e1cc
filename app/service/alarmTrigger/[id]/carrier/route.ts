import { listBound } from "@/features/alarm/trigger/binding.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listBound);
