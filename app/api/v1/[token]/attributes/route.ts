import { reportAttributes } from "@/features/adapter/thingsboard.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(reportAttributes);
