import { removeCommand } from "@/features/device/configuration/operations";
import { handle } from "@/lib/http/handle";

export const DELETE = handle(removeCommand);
