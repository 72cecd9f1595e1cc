import { bindPlinth, listPlinthBindings } from "@/features/device/replacement/binding.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listPlinthBindings);
export const POST = handle(bindPlinth);
