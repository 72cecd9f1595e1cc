import { definitions } from "@/features/statistics/definition/definition.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: definitions.list, POST: definitions.create });
