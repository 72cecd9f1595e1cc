import { getQuota } from "@/features/device/registration.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getQuota);
