import { confirmTask } from "@/features/verification/act.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: confirmTask });
