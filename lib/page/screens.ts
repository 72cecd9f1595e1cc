import type { AccessLevel } from "@/lib/auth/permission-catalogue";
import { entryOf, type Permission } from "@/lib/auth/permissions";

export const MENU_GROUPS = [
  "databoard",
  "arch",
  "carrier",
  "device",
  "abnormal",
  "goods",
  "order",
  "count",
  "user",
  "sys",
  "noti",
] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];

export type Screen = {
  readonly path: string;
  readonly kind: "console" | "window" | "auth" | "public";
  readonly permission: Permission | "signed-in" | "public";
  /** The menu group; null: not in the menu. */
  readonly group: MenuGroup | null;
  /** Key in the `shell` messages, under `menu`. */
  readonly title: string;
  /** Name of a lucide icon, in kebab case. */
  readonly icon: string;
  /** Each record (query parameter `id`) has a page of its own, which is named by it. */
  readonly isRecord?: boolean;
};

/** Creates screens of one kind; generic over the path, so that an unregistered path is a type error. */
const of =
  <const K extends Screen["kind"]>(kind: K) =>
  <const P extends string>(
    path: P,
    permission: Screen["permission"],
    group: MenuGroup | null,
    title: string,
    icon: string,
  ) => ({ path, kind, permission, group, title, icon });

const auth = of("auth");
const page = of("console");
const detail = of("window");
const open = of("public");
const record = <S extends Screen>(screen: S) => ({ ...screen, isRecord: true });

/** Registry of all screens: path, permission, menu group, title and icon. */
export const SCREENS = [
  auth("/login", "public", null, "login", "log-in"),
  auth("/no-access", "public", null, "noAccess", "lock"),
  auth("/qrLogin", "public", null, "qrLogin", "qr-code"),
  auth("/forgotPassword", "public", null, "forgotPassword", "key-round"),
  auth("/resetPassword", "public", null, "resetPassword", "key-round"),
  auth("/password", "public", null, "changePassword", "key-round"),
  auth("/proxyCustomer", "public", null, "proxyCustomer", "replace"),
  page("/home", "signed-in", null, "home", "house"),
  page("/databoard/deviceMonitor", "viewDevice", "databoard", "deviceMonitor", "cpu"),
  page("/databoard/monitoringPoint", "viewMonitorPointRealTime", "databoard", "monitoringPoint", "thermometer"),
  page("/databoard/monitorMap", "viewMonitorPointRealTime", "databoard", "monitorMap", "map"),
  page("/databoard/overview", "viewOverview", "databoard", "overview", "layout-dashboard"),
  page("/databoard/geofence", "viewGeofence", "databoard", "geofence", "radio"),
  page("/code/findCode", "viewFindCode", "databoard", "findCode", "qr-code"),
  page("/abnormal/dataex", "viewEx", "abnormal", "dataex", "siren"),
  page("/abnormal/abnormalcause", "viewExReason", "abnormal", "abnormalcause", "circle-question-mark"),
  page("/abnormal/invalidRule", "viewExRule", "abnormal", "invalidRule", "eraser"),
  page("/abnormal/silence", "viewAlarmSilence", "abnormal", "silence", "volume-off"),
  page("/count/dataReport", "viewReport", "count", "dataReport", "file-text"),
  page("/abnormal/sysAlarm", "viewAlarmTrigger", "abnormal", "sysAlarm", "alarm-clock"),
  page("/goods/product", "viewProduct", "goods", "product", "pill"),
  page("/goods/lot", "viewLot", "goods", "lot", "package"),
  page("/goods/transport", "viewTransport", "goods", "transport", "route"),
  page("/goods/transportBoard", "viewTransport", "goods", "transportBoard", "map-pinned"),
  page("/order/workOrder", "viewWorkOrder", "order", "workOrder", "wrench"),
  page("/order/round", "handleWorkOrder", "order", "workOrderRound", "route"),
  page("/order/workOrderStatistic", "viewWorkOrder", "order", "workOrderStatistic", "chart-no-axes-combined"),
  page("/order/workOrderRule", "viewWorkOrderRule", "order", "workOrderRule", "settings"),
  page("/count/statistic", "viewDataStatistics", "count", "statistic", "chart-no-axes-combined"),
  page("/count/detailData", "viewDetailData", "count", "detailData", "chart-line"),
  page("/count/exportTask", "viewExportTask", "count", "exportTask", "calendar-sync"),
  page("/count/guidance", "viewDataStatistics", "count", "guidance", "lightbulb"),
  page("/arch/architecture", "viewScene", "arch", "architecture", "network"),
  page("/arch/detection", "viewDataZone", "arch", "detection", "gauge"),
  page("/arch/temprecord", "viewRecordPoint", "arch", "temprecord", "clipboard-check"),
  page("/arch/task", "viewDetectionTask", "arch", "monitorTask", "radar"),
  page("/arch/taskFinding", "viewDetectionTask", "arch", "monitorFinding", "search-check"),
  page("/arch/verificationTask", "viewVerifyTask", "arch", "verificationTask", "scan-search"),
  page("/arch/verificationDue", "viewVerifyTask", "arch", "verificationDue", "calendar-sync"),
  page("/arch/verificationPreset", "viewVerifyPreset", "arch", "verificationPreset", "ruler"),
  page("/arch/alarmRecord", "viewEx", "arch", "alarmRecord", "file-clock"),
  page("/arch/contacts", "viewContacts", "arch", "contacts", "contact"),
  page("/arch/duty", "viewContacts", "arch", "dutyRota", "clipboard-list"),
  page("/arch/printer", "viewPrinter", "arch", "printer", "printer"),
  page("/arch/download", "viewDownload", "arch", "download", "download"),
  page("/arch/archive", "viewArchive", "arch", "archive", "archive"),
  page("/download", "viewDownload", null, "download", "download"),
  page("/carrier/incubator", "viewIncubator", "carrier", "incubator", "thermometer-sun"),
  page("/carrier/refrigerator", "viewRefrigerator", "carrier", "refrigerator", "refrigerator"),
  page("/carrier/vehicle", "viewCar", "carrier", "vehicle", "truck"),
  page("/carrier/refrigeratory", "viewRefrigeratory", "carrier", "refrigeratory", "snowflake"),
  page("/carrier/warehouse", "viewWarehouse", "carrier", "warehouse", "warehouse"),
  page("/carrier/store", "viewStore", "carrier", "store", "store"),
  page("/carrier/other", "viewOtherCarrier", "carrier", "otherCarrier", "boxes"),
  record(page("/carrier/carrierDetailPage", "viewCarrier", null, "carrierDetail", "thermometer-snowflake")),
  page("/device/sensor", "viewSensor", "device", "sensor", "thermometer"),
  page("/device/gateway", "viewGateway", "device", "gateway", "router"),
  page("/device/displayscreen", "viewDisplay", "device", "display", "monitor-smartphone"),
  page("/device/relay", "viewRelay", "device", "relay", "repeat"),
  page("/device/base", "viewPlinth", "device", "base", "square"),
  page("/device/gas", "viewGas", "device", "gas", "flame"),
  page("/device/magnetism", "viewMagnetism", "device", "magnetism", "door-open"),
  page("/device/unknown", "viewUnknownDevice", "device", "unknownDevice", "circle-question-mark"),
  page("/setupWizard", "newCarrier", null, "setupWizard", "wand-sparkles"),
  page("/user/userinfo", "viewUser", "user", "userinfo", "users"),
  page("/user/userLimits", "viewRole", "user", "userLimits", "shield-check"),
  page("/user/apiKey", "viewApiKey", "user", "apiKey", "key-round"),
  page("/sys/customer", "viewCustomer", "sys", "customer", "building"),
  page("/sys/deviceTransfer", "viewSecondment", "sys", "deviceTransfer", "replace"),
  page("/sys/paramsetup", "viewParam", "sys", "paramsetup", "sliders-horizontal"),
  page("/sys/unitMeasurement", "viewUnit", "sys", "unitMeasurement", "ruler"),
  page("/sys/carrierType", "viewCarrierType", "sys", "carrierType", "refrigerator"),
  page("/sys/deviceType", "viewDeviceType", "sys", "deviceType", "cpu"),
  page("/sys/forwarding", "viewForwardSet", "sys", "forwarding", "forward"),
  page("/sys/online_help", "viewGuide", "sys", "onlineHelp", "book-open"),
  page("/sys/resource", "viewUrlResource", "sys", "resource", "list-tree"),
  page("/noti/notification", "viewNoticeLog", "noti", "notification", "mail-check"),
  page("/noti/channel", "viewNoticeChannel", "noti", "noticeChannel", "activity"),
  page("/noti/sysLog", "viewSysLog", "noti", "sysLog", "scroll-text"),
  page("/noti/alarmLog", "viewAlarmSwitchLog", "noti", "alarmLog", "bell-off"),
  page("/personal/material", "signed-in", null, "material", "circle-user-round"),
  record(detail("/newCarrierDetail", "viewCarrier", null, "carrierDetail", "thermometer-snowflake")),
  detail("/SensorDetail", "viewSensor", null, "sensorDetail", "thermometer"),
  detail("/GateWayDetail", "viewGateway", null, "gatewayDetail", "router"),
  detail("/DisplayDetail", "viewDisplay", null, "displayDetail", "monitor-smartphone"),
  detail("/RelayDetail", "viewRelay", null, "relayDetail", "repeat"),
  detail("/BaseDetail", "viewPlinth", null, "baseDetail", "square"),
  detail("/GasDetail", "viewGas", null, "gasDetail", "flame"),
  detail("/MagnetismDetail", "viewMagnetism", null, "magnetismDetail", "door-open"),
  detail("/propertyList", "viewDevice", null, "propertyList", "list-tree"),
  detail("/transHistory", "viewDevice", null, "transHistory", "activity"),
  detail("/baseHistory", "viewPlinthBinding", null, "baseHistory", "file-clock"),
  detail("/canvasName", "editScene", null, "canvasName", "pencil-ruler"),
  detail("/plan", "viewScene", null, "plan", "map"),
  detail("/platInfer", "viewForwardSet", null, "platInfer", "forward"),
  detail("/sysAlarm", "viewAlarmTrigger", null, "sysAlarm", "alarm-clock"),
  detail("/atinstruction", "viewAlarmTrigger", null, "atinstruction", "book-open"),
  detail("/traceDetail", "viewHistory", null, "traceDetail", "truck"),
  detail("/historyData", "viewHistory", null, "historyData", "chart-line"),
  detail("/probeHistory", "viewHistory", null, "probeHistory", "chart-line"),
  detail("/carrierProbeHistory", "viewHistory", null, "carrierProbeHistory", "chart-line"),
  detail("/datadevice", "viewHistory", null, "datadevice", "cpu"),
  record(detail("/monitorPointRealTime", "viewMonitorPointRealTime", null, "monitorPointRealTime", "activity")),
  detail("/pointData", "viewRecordPoint", null, "pointData", "calendar-clock"),
  detail("/recordSheet", "viewRecordPoint", null, "recordSheet", "clipboard-check"),
  detail("/exRecord", "viewEx", null, "exRecord", "siren"),
  detail("/lotDetail", "viewLot", null, "lotDetail", "package"),
  detail("/transportDetail", "viewTransport", null, "transportDetail", "route"),
  detail("/transportSlip", "viewTransport", null, "transportSlip", "qr-code"),
  detail("/workOrderDetail", "viewWorkOrder", null, "workOrderDetail", "wrench"),
  detail("/verificationPlan", "viewVerifyTask", null, "verificationPlan", "pencil-ruler"),
  detail("/verificationDetail", "viewVerifyTask", null, "verificationDetail", "scan-search"),
  detail("/sampleData", "viewVerifyTask", null, "sampleData", "list-tree"),
  detail("/OperateRecord", "viewSysLog", null, "OperateRecord", "scroll-text"),
  detail("/guide", "signed-in", null, "guide", "circle-question-mark"),
  detail("/homepageset", "signed-in", null, "homepageset", "layout-dashboard"),
  open("/exDetail", "public", null, "exDetail", "siren"),
  open("/reportCheck", "public", null, "reportCheck", "shield-check"),
  open("/dataBackup", "public", null, "dataBackup", "archive"),
  open("/queryCode", "public", null, "queryCode", "qr-code"),
  open("/kiosk", "public", null, "kiosk", "monitor-smartphone"),
  open("/handOver", "public", null, "handOver", "package-check"),
  open("/exportFile", "public", null, "exportFile", "file-down"),
  open("/404", "public", null, "notFound", "map-pin-off"),
] as const satisfies readonly Screen[];

export type ScreenPath = (typeof SCREENS)[number]["path"];

/** The registry entry of a path; an unregistered path is a type error. */
export function screenOf(path: ScreenPath): Screen {
  const screen: Screen | undefined = SCREENS.find((candidate) => candidate.path === path);
  if (!screen) throw new Error(`no screen ${path}`);
  return screen;
}

/** Whether a holder of `permissions` may open the screen. */
export function mayOpen(screen: Screen, permissions: ReadonlySet<Permission> | null): boolean {
  if (screen.permission === "public") return true;
  if (!permissions) return false;
  return screen.permission === "signed-in" || permissions.has(screen.permission);
}

/** The minimum access level of a screen: a cheap first check, since the permission code decides. */
export const levelOfScreen = ({ permission }: Screen): AccessLevel =>
  permission === "public" || permission === "signed-in" ? 0 : entryOf(permission).level;

const needsPermission = ({ permission }: Screen): boolean => permission !== "public" && permission !== "signed-in";

/** Whether these permissions open no screen of their own: whoever has no more has no use of the console. */
export const opensNothing = (permissions: ReadonlySet<Permission>): boolean =>
  !SCREENS.some((screen) => needsPermission(screen) && mayOpen(screen, permissions));

/** Further addresses of the older console (specification, section 2), with the screen or group that each stands for. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  "/layout": "/home",
  "/account": "/user",
  "/application": "/count",
  "/log": "/noti",
  "/material": "/personal/material",
  "/sys/scheduled": "/sys",
};

/** The first screen of each group; of the others in it the registry has the order. */
const FIRST_OF_GROUP: Readonly<Record<string, ScreenPath>> = {
  "/abnormal": "/abnormal/dataex",
  "/arch": "/arch/architecture",
  "/carrier": "/carrier/incubator",
  "/count": "/count/dataReport",
  "/databoard": "/databoard/deviceMonitor",
  "/device": "/device/sensor",
  "/user": "/user/userinfo",
};

/**
 * Where the address of a group leads: to its first screen, or the next one that the account may open, or home. Null if
 * the path is no such address.
 */
export function screenBehind(path: string, permissions: ReadonlySet<Permission>): string | null {
  const asked = STANDS_FOR[path] ?? path;
  if (SCREENS.some((screen) => screen.path === asked)) return asked;
  const within = SCREENS.filter((screen) => screen.kind === "console" && screen.path.startsWith(`${asked}/`));
  if (within.length === 0) return null;
  const first = FIRST_OF_GROUP[asked];
  const ordered = [...within.filter((screen) => screen.path === first), ...within];
  return ordered.find((screen) => mayOpen(screen, permissions))?.path ?? "/home";
}
