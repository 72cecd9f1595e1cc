import { listProxyCustomers, switchCustomer } from "@/features/session/proxy-customer/operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(listProxyCustomers);
export const POST = handle(switchCustomer);
