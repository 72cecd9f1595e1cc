import { changePlinthBinding, unbindPlinth } from "@/features/device/replacement/binding.operations";
import { handle } from "@/lib/http/handle";

export const PUT = handle(changePlinthBinding);
export const DELETE = handle(unbindPlinth);
