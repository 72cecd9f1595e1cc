import { callService } from "@/lib/http/call-service";
import type { ProxyCustomersDto, SwitchDto } from "./schema";

const PATH = "/service/mine/switch";

export const readProxyCustomers = () => callService<ProxyCustomersDto>(PATH);

/** The cookie of the new session comes with the answer. */
export const switchCustomer = (customerId: number) =>
  callService<SwitchDto>(PATH, { method: "POST", body: { customerId } });
