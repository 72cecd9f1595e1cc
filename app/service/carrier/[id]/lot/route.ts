import { listLotsIn } from "@/features/lot/verdict.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listLotsIn });
