import { z } from "zod";
import { CALIBRATION_STATES, CONFIG_STATUSES, DEVICE_KINDS, DEVICE_USES, ONLINE_STATUSES } from "@/db/enums";
import { DEVICE_CUSTODIES } from "@/db/secondment-enums";
import { listQuery } from "@/lib/resource/list-query";
import { recordId, recordIds, requiredText } from "@/lib/validation/fields";

const Flag = z.union([z.boolean(), z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"] })]);

const SORT = ["name", "serialNumber", "typeCode", "use", "lastSeenAt", "calibrationDueOn", "createdAt"] as const;

const filters = {
  /** A node of the organisation tree, with everything below it. */
  sceneId: recordId().optional(),
  customerId: recordId().optional(),
  typeCode: requiredText(50).optional(),
  use: z.enum(DEVICE_USES).optional(),
  /** Whose it is and who has it. */
  custody: z.enum(DEVICE_CUSTODIES).optional(),
  onlineStatus: z.enum(ONLINE_STATUSES).optional(),
  isAbnormal: Flag.optional(),
  configStatus: z.enum(CONFIG_STATUSES).optional(),
  gatewayId: recordId().optional(),
  /** Whether it is mounted on a carrier now. */
  isMounted: Flag.optional(),
  calibration: z.enum(CALIBRATION_STATES).optional(),
  /** Devices by id, for a page that refreshes its rows. */
  ids: recordIds(100).optional(),
};

/** Devices of one kind; `q` searches names, serial numbers and MACs. */
export const DeviceListQuery = listQuery({ sort: SORT, filters });
export type DeviceListQuery = z.output<typeof DeviceListQuery>;

/** Devices of all kinds that the account may view, or of one. */
export const AnyDeviceListQuery = listQuery({
  sort: SORT,
  filters: { ...filters, kind: z.enum(DEVICE_KINDS).optional() },
});

/** Sensors of one type code, given in the path. */
export const SensorsOfType = DeviceListQuery.omit({ typeCode: true }).extend({
  type: requiredText(50),
});
