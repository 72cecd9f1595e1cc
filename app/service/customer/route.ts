import { listCustomers } from "@/features/customer/customer.operations";
import { createCustomer } from "@/features/customer/provisioning.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listCustomers, POST: createCustomer });
