import { listBindable } from "@/features/alarm/trigger/binding.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listBindable });
