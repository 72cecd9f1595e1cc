import { printGroups } from "@/features/printer/group/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: printGroups.update });
