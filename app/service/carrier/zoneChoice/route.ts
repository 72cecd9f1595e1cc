import { chooseZone } from "@/features/carrier/choice.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(chooseZone);
