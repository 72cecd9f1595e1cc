import { takeLinkedExport } from "@/features/export-task/link.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: takeLinkedExport });
