import { connectAccess } from "@/features/setup-wizard/access.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(connectAccess);
