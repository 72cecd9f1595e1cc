import { getLinkedArchive } from "@/features/archive/link.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getLinkedArchive });
