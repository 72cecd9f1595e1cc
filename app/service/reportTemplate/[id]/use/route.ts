import { templates } from "@/features/report/template/template.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: templates.use });
