import { reportProperties } from "@/features/device/properties.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(reportProperties);
