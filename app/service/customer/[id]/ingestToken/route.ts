import { issueCustomerToken } from "@/features/customer/customer.operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(issueCustomerToken);
