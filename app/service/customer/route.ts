import { createCustomer } from "@/features/customer/opening/operations";
import { listCustomers } from "@/features/customer/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listCustomers);
export const POST = handle(createCustomer);
