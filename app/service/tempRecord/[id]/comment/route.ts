import { commentValues } from "@/features/record-point/entry.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: commentValues });
