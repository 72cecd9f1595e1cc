import { getCustomerById, updateCustomer } from "@/features/customer/customer.operations";
import { removeCustomer } from "@/features/customer/removal.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({
  GET: getCustomerById,
  PUT: updateCustomer,
  DELETE: removeCustomer,
});
