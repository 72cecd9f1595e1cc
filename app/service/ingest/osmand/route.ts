import { ingestOsmAnd } from "@/features/adapter/osmand.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: ingestOsmAnd, POST: ingestOsmAnd });
