import { handle } from "@/lib/http/handle";
import { workForAWhile } from "@/worker/cron";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: workForAWhile });
