import { retryPrintJob } from "@/features/printer/job/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: retryPrintJob });
