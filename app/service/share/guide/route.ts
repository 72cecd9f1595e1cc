import { readGuide } from "@/features/guide/search.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(readGuide);
