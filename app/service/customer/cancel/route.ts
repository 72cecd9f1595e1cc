import { cancelCustomers } from "@/features/customer/status.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(cancelCustomers);
