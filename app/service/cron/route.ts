import { handle } from "@/lib/http/handle";
import { workForAWhile } from "@/worker/cron";

export const POST = handle(workForAWhile);
