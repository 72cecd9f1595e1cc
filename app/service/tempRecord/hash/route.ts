import { hashSheets } from "@/features/record-point/sheet.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: hashSheets });
