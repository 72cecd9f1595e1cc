import { deviceTypes } from "@/features/device/type/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(deviceTypes.list);
export const POST = handle(deviceTypes.create);
