import { getBelongings } from "@/features/customer/removal.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getBelongings });
