import { chooseSilenceTarget } from "@/features/alarm/silence/silence.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: chooseSilenceTarget });
