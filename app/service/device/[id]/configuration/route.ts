import { getConfiguration, saveConfiguration } from "@/features/device/configuration/configuration.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getConfiguration);
export const PUT = handle(saveConfiguration);
