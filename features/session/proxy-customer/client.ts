import { callService } from "@/lib/http/call-service";
import type { ProxyCustomersDto, SwitchDto } from "./schema";

const PATH = "/service/mine/switch";

export const readProxyCustomers = () => callService<ProxyCustomersDto>(PATH);

/** The response sets the cookie of the new session. */
export const switchCustomer = (customerId: number) =>
  callService<SwitchDto>(PATH, { method: "POST", body: { customerId } });
