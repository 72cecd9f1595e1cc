import { readCards } from "@/features/home/content.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(readCards);
