import { changePlinthBinding, unbindPlinth } from "@/features/device/replacement/binding.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ PUT: changePlinthBinding, DELETE: unbindPlinth });
