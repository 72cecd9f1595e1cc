import { changeView, removeView } from "@/features/saved-view/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ PUT: changeView, DELETE: removeView });
