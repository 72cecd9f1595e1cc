import { getCode, renewCode } from "@/features/transport/transport.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getCode, POST: renewCode });
