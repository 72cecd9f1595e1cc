import { exportCarriers } from "@/features/carrier/export.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: exportCarriers });
