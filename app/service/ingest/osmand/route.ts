import { ingestOsmAnd } from "@/features/adapter/osmand.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(ingestOsmAnd);
export const POST = handle(ingestOsmAnd);
