import { getBelongings } from "@/features/customer/removal.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getBelongings);
