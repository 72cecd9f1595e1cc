import { unbindDevice } from "@/features/device/binding/operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(unbindDevice);
