import { submitSheet } from "@/features/record-point/approval.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: submitSheet });
