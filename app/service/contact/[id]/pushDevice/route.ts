import { listContactDevices } from "@/features/notice/push/push.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listContactDevices);
