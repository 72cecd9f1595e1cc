import { getLotTemplate, importLots } from "@/features/lot/import.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getLotTemplate, POST: importLots });
