import { getQrcodeOwner, loginByQrcode } from "@/features/session/qr-login/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getQrcodeOwner);
export const POST = handle(loginByQrcode);
