import { acknowledgeByLink, getLinkedException } from "@/features/exception/link/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getLinkedException, POST: acknowledgeByLink });
