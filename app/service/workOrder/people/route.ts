import { listPeople } from "@/features/work-order/order.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listPeople });
