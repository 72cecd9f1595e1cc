import { getCustomerById, updateCustomer } from "@/features/customer/customer.operations";
import { removeCustomer } from "@/features/customer/removal.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getCustomerById);
export const PUT = handle(updateCustomer);
export const DELETE = handle(removeCustomer);
