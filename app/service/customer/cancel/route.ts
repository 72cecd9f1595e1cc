import { cancelCustomers } from "@/features/customer/status.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ POST: cancelCustomers });
