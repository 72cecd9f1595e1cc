import { closeChecklist, getChecklist } from "@/features/home/checklist/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getChecklist, DELETE: closeChecklist });
