import { declineSecondment } from "@/features/secondment/secondment.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: declineSecondment });
