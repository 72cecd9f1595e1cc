import { retryCommand } from "@/features/device/configuration/configuration.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(retryCommand);
