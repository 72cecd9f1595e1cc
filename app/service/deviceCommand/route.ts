import { issueCommands, listCommands } from "@/features/device/configuration/configuration.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listCommands, POST: issueCommands });
