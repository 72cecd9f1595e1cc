import { callService } from "@/lib/http/call-service";
import type { QrcodeOwnerDto } from "./schema";

const PATH = "/service/user/qrLogin";

export const readOwner = (key: string, signal: AbortSignal) =>
  callService<QrcodeOwnerDto>(`${PATH}?key=${encodeURIComponent(key)}`, { signal });

/** The response sets the cookie of the new session. */
export const confirmQrLogin = (key: string) => callService<undefined>(PATH, { method: "POST", body: { key } });
