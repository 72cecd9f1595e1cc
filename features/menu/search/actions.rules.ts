import type { Permission } from "@/lib/auth/permissions";
import { mayOpen, type ScreenPath, screenOf } from "@/lib/page/screens";

type Action = {
  /** Key of its name in the `palette` messages, under `action`. */
  key: string;
  screen: ScreenPath;
  /** The parameters that open its form there. */
  query: string;
  permission: Permission | "signed-in";
};

const action = (key: string, screen: ScreenPath, query: string, permission: Action["permission"]): Action => ({
  key,
  screen,
  query,
  permission,
});

/** What the command palette can begin: the form of a screen, opened by the address. */
export const ACTIONS: readonly Action[] = [
  action("refrigerator", "/carrier/refrigerator", "form=new", "newRefrigerator"),
  action("incubator", "/carrier/incubator", "form=new", "newIncubator"),
  action("vehicle", "/carrier/vehicle", "form=new", "newCar"),
  action("refrigeratory", "/carrier/refrigeratory", "form=new", "newRefrigeratory"),
  action("warehouse", "/carrier/warehouse", "form=new", "newWarehouse"),
  action("store", "/carrier/store", "form=new", "newStore"),
  action("otherCarrier", "/carrier/other", "form=new", "newOtherCarrier"),
  action("sensor", "/device/sensor", "form=new", "newSensor"),
  action("gateway", "/device/gateway", "form=new", "newGateway"),
  action("display", "/device/displayscreen", "form=new", "newDisplay"),
  action("relay", "/device/relay", "form=new", "newRelay"),
  action("base", "/device/base", "form=new", "newPlinth"),
  action("gas", "/device/gas", "form=new", "newGas"),
  action("magnetism", "/device/magnetism", "form=new", "newMagnetism"),
  action("report", "/count/dataReport", "id=new", "newReport"),
  action("silence", "/abnormal/silence", "id=new", "newAlarmSilence"),
  action("trigger", "/abnormal/sysAlarm", "form=new", "newAlarmTrigger"),
  action("reason", "/abnormal/abnormalcause", "form=new", "newExReason"),
  action("invalidRule", "/abnormal/invalidRule", "form=new", "newExRule"),
  action("workOrder", "/order/workOrder", "form=new", "newWorkOrder"),
  action("transport", "/goods/transport", "form=new", "newTransport"),
  action("lot", "/goods/lot", "form=new", "newLot"),
  action("product", "/goods/product", "form=new", "newProduct"),
  action("geofence", "/databoard/geofence", "form=new", "newGeofence"),
  action("zone", "/arch/detection", "form=new", "newDataZone"),
  action("contact", "/arch/contacts", "form=new", "newContacts"),
  action("monitorTask", "/arch/task", "form=new", "newDetectionTask"),
  action("verification", "/arch/verificationTask", "form=new", "newVerifyTask"),
  action("exportTask", "/count/exportTask", "form=new", "newExportTask"),
  action("archive", "/arch/archive", "id=new", "newArchive"),
  action("findCode", "/code/findCode", "id=new", "newFindCode"),
  action("user", "/user/userinfo", "id=new", "newUser"),
  action("role", "/user/userLimits", "id=new", "newRole"),
  action("apiKey", "/user/apiKey", "form=new", "newApiKey"),
  action("customer", "/sys/customer", "form=new", "newCustomer"),
  action("secondment", "/sys/deviceTransfer", "form=new", "newSecondment"),
  action("forward", "/sys/forwarding", "form=new", "newForwardSet"),
  action("password", "/personal/material", "dialog=password", "signed-in"),
];

/** The actions that a holder of `permissions` may begin: each needs its own permission and its screen's. */
export const actionsFor = (permissions: ReadonlySet<Permission> | null): readonly Action[] =>
  ACTIONS.filter(
    ({ screen, permission }) =>
      mayOpen(screenOf(screen), permissions) && (permission === "signed-in" || permissions?.has(permission)),
  );
