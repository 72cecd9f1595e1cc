import { setGuideStatus, updateGuide } from "@/features/guide/guide.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ PUT: updateGuide, POST: setGuideStatus });
