import { listProxyCustomers, switchCustomer } from "@/features/session/proxy-customer/operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: listProxyCustomers, POST: switchCustomer });
