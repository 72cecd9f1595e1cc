import { issueGasToken } from "@/features/device/token.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: issueGasToken });
