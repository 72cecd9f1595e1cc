import { bindZone } from "@/features/zone/binding.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(bindZone);
