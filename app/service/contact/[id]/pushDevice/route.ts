import { listContactDevices } from "@/features/notice/push/push.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listContactDevices });
