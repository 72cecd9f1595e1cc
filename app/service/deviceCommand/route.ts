import { issueCommands, listCommands } from "@/features/device/configuration/configuration.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listCommands);
export const POST = handle(issueCommands);
