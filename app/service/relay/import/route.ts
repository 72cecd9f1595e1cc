import { imports } from "@/features/device/import/import.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(imports.relay.start);
