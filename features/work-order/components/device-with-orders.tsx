import type { ComponentProps } from "react";
import { DeviceWindow } from "@/features/device/components/device-window";
import { DeviceOrders } from "./order-lines";

/** The window of a device, with its orders. */
export const DeviceWithOrders = (props: Omit<ComponentProps<typeof DeviceWindow>, "Orders">) => (
  <DeviceWindow {...props} Orders={DeviceOrders} />
);
