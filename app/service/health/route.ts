import { getHealth } from "@/lib/health/get-health";
import { handle } from "@/lib/http/handle";

export const GET = handle(getHealth);
