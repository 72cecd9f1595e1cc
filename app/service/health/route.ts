import { getHealth } from "@/lib/health/get-health";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getHealth });
