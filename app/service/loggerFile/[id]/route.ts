import { getOriginal, removeLoggerFile } from "@/features/carrier/logger/logger.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getOriginal);
export const DELETE = handle(removeLoggerFile);
