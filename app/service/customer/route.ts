import { listCustomers } from "@/features/customer/customer.operations";
import { createCustomer } from "@/features/customer/provisioning.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listCustomers);
export const POST = handle(createCustomer);
