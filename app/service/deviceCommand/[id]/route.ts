import { removeCommand } from "@/features/device/configuration/configuration.operations";
import { handle } from "@/lib/http/handle";

export const DELETE = handle(removeCommand);
