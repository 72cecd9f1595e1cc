import { readGuide } from "@/features/guide/search.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: readGuide });
