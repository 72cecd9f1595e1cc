import { acknowledgeByLink, getLinkedException } from "@/features/exception/link/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getLinkedException);
export const POST = handle(acknowledgeByLink);
