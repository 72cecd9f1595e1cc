import { imports } from "@/features/device/import/import.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(imports.display.template);
