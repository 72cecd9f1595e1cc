import { issueCustomerToken } from "@/features/customer/operations";
import { handle } from "@/lib/http/handle";

export const POST = handle(issueCustomerToken);
