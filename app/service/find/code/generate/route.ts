import { shareCodes } from "@/features/share-code/share.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: shareCodes.generate });
