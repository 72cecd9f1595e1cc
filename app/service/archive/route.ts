import { archives } from "@/features/archive/archive.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: archives.list, POST: archives.create });
