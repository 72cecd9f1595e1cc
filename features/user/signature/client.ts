import { callService } from "@/lib/http/call-service";

const PATH = "/service/share/signature/save";

export const saveSignature = (file: Blob) => callService(PATH, { method: "POST", body: file });

export const removeSignature = () => callService(PATH, { method: "DELETE" });
