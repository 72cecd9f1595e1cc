import { exportDetail } from "@/features/statistics/detail/export.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: exportDetail });
