import { getImportById } from "@/features/device/import/import.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getImportById);
