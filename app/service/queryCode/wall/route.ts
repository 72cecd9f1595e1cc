import { publicCodes } from "@/features/share-code/public.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: publicCodes.wall });
