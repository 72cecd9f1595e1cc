import { takeDownload } from "@/features/download/download.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: takeDownload });
