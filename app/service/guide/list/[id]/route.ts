import { listGuide } from "@/features/guide/guide.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listGuide);
