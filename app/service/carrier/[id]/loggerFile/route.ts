import { addLoggerFile, listLoggerFiles } from "@/features/carrier/logger/logger.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listLoggerFiles);
export const POST = handle(addLoggerFile);
