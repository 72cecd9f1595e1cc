import { showQrcode } from "@/features/session/qr-login/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: showQrcode });
