import type { ScopeType } from "@/db/enums";

/** An action on a subject; `view` + `Ex` is the code `viewEx`. */
export type Action =
  | "view"
  | "new"
  | "edit"
  | "remove"
  | "acknowledge"
  | "handle"
  | "submit"
  | "approve"
  | "switch"
  | "token"
  | "unit"
  | "reset"
  | "sync"
  | "import"
  | "verify"
  | "share"
  | "test"
  | "decide"
  | "sign"
  | "approve"
  | "print";

/** Specification section 6: 0 all users, 1 customer manager and above, 2 platform use and above, 3 platform management, 4 Root only. */
export type AccessLevel = 0 | 1 | 2 | 3 | 4;

/** The branches of the role editor's tree. */
export const PERMISSION_GROUPS = [
  "monitoring",
  "carriers",
  "devices",
  "exceptions",
  "goods",
  "analysis",
  "tasks",
  "organisation",
  "accounts",
  "system",
  "log",
] as const;
export type PermissionGroup = (typeof PERMISSION_GROUPS)[number];

export type Subject = {
  group: PermissionGroup;
  /** Key of its label in the `permission` messages. */
  label: string;
  level: AccessLevel;
  /** Actions that need a higher level than the subject. */
  levels?: Partial<Record<Action, AccessLevel>>;
  /** Actions checked by operations and screens. */
  actions: readonly Action[];
  /** Actions attributed to a person by name: no API key can have them. */
  personal?: readonly Action[];
  /** Not offered in roles: implied by the same action on any member of the family; the call checks the member. */
  family?: readonly Action[];
  /** The family that it is a member of, if one call serves all members. */
  within?: "Carrier" | "Device";
  /** The subject whose screen shows it, if it has no screen of its own. */
  shownWith?: "NoticeChannel";
  /** Codes of the specification that no screen of this release checks yet; roles can be prepared with them. */
  reserved?: readonly Action[];
};

const CRUD = ["view", "new", "edit", "remove"] as const;

const carriers = (label: string) => ({ group: "carriers", label, level: 0, actions: CRUD, within: "Carrier" }) as const;
const devices = (label: string) =>
  ({ group: "devices", label, level: 0, actions: [...CRUD, "import"], within: "Device" }) as const;

/** Device kinds that may have an ingest token of their own. */
const reporting = (label: string) =>
  ({ ...devices(label), levels: { token: 1 }, actions: [...CRUD, "import", "token"] }) as const;

/** All permissions by subject: the code families of specification section 6. Codes are spelled out only here. */
export const PERMISSIONS = {
  MonitorPointRealTime: { group: "monitoring", label: "monitoringPoint", level: 0, actions: ["view"] },
  Overview: { group: "monitoring", label: "overview", level: 0, actions: ["view"] },
  Geofence: { group: "monitoring", label: "geofence", level: 0, actions: CRUD },
  Dashboard: { group: "monitoring", label: "dashboard", level: 1, actions: ["share"], personal: ["share"] },
  History: { group: "monitoring", label: "history", level: 0, actions: ["view"], reserved: ["edit", "remove"] },

  FindCode: { group: "monitoring", label: "findCode", level: 0, actions: ["view", "new", "remove"] },

  Carrier: { group: "carriers", label: "carrier", level: 0, actions: ["switch", ...CRUD], family: CRUD },
  Incubator: carriers("incubator"),
  Refrigerator: carriers("refrigerator"),
  Car: carriers("car"),
  Refrigeratory: carriers("refrigeratory"),
  Warehouse: carriers("warehouse"),
  Store: carriers("store"),
  OtherCarrier: carriers("otherCarrier"),

  Device: {
    group: "devices",
    label: "device",
    level: 0,
    actions: [...CRUD, "import"],
    family: [...CRUD, "import"],
  },
  Sensor: reporting("sensor"),
  Gateway: reporting("gateway"),
  Display: devices("display"),
  Relay: devices("relay"),
  Plinth: devices("plinth"),
  PlinthBinding: { group: "devices", label: "plinthBinding", level: 0, actions: CRUD },
  Gas: reporting("gas"),
  Magnetism: reporting("magnetism"),
  UnknownDevice: { group: "devices", label: "unknownDevice", level: 1, actions: ["view", "remove"] },
  DecoderMapping: { group: "devices", label: "decoderMapping", level: 1, actions: ["view", "edit"] },
  Calibration: { group: "devices", label: "calibration", level: 0, actions: CRUD },
  Secondment: { group: "devices", label: "secondment", level: 1, actions: CRUD },

  Ex: {
    group: "exceptions",
    label: "exception",
    level: 0,
    actions: ["view", "acknowledge", "handle", "remove"],
    personal: ["acknowledge", "handle", "remove"],
  },
  ExReason: { group: "exceptions", label: "exceptionReason", level: 0, actions: CRUD },
  ExRule: { group: "exceptions", label: "exceptionRule", level: 1, actions: CRUD },
  AlarmTrigger: {
    group: "exceptions",
    label: "alarmTrigger",
    level: 0,
    actions: CRUD,
  },
  AlarmSilence: { group: "exceptions", label: "alarmSilence", level: 0, actions: ["view", "new", "edit"] },

  Product: { group: "goods", label: "product", level: 0, actions: CRUD },
  Lot: {
    group: "goods",
    label: "lot",
    level: 0,
    actions: [...CRUD, "import", "decide"],
    // A decision is signed by a person.
    personal: ["decide"],
  },
  Transport: { group: "goods", label: "transport", level: 0, actions: [...CRUD, "import"] },

  DetailData: { group: "analysis", label: "detailData", level: 0, actions: ["view"] },
  DataStatistics: { group: "analysis", label: "dataStatistics", level: 0, actions: CRUD },
  Report: {
    group: "analysis",
    label: "report",
    level: 0,
    actions: [...CRUD, "sign", "approve"],
    personal: ["sign", "approve"],
  },
  // Whoever saves a task owns it, and it runs with the permissions of that person.
  ExportTask: { group: "analysis", label: "exportTask", level: 0, actions: CRUD, personal: ["new", "edit"] },
  Download: { group: "analysis", label: "download", level: 0, actions: ["view", "remove"] },
  Archive: {
    group: "analysis",
    label: "archive",
    level: 1,
    actions: ["view", "new", "verify", "share"],
    // A link gives data away in somebody's name.
    personal: ["share"],
  },

  RecordPoint: {
    group: "tasks",
    label: "recordPoint",
    level: 0,
    actions: [...CRUD, "submit", "approve"],
    // Both are signatures.
    personal: ["submit", "approve"],
  },
  DetectionTask: { group: "tasks", label: "detectionTask", level: 0, actions: CRUD },
  VerifyTask: { group: "tasks", label: "verifyTask", level: 0, actions: CRUD },
  VerifyPreset: {
    group: "tasks",
    label: "verifyPreset",
    level: 0,
    levels: { new: 3, edit: 3, remove: 3 },
    actions: CRUD,
  },
  WorkOrder: {
    group: "tasks",
    label: "workOrder",
    level: 0,
    actions: [...CRUD, "handle"],
    // Whoever accepts an order answers for it by name.
    personal: ["handle"],
  },
  Printer: {
    group: "tasks",
    label: "printer",
    level: 0,
    // Printers and print groups serve the whole customer.
    levels: { new: 1, edit: 1, remove: 1 },
    actions: [...CRUD, "print"],
  },
  WorkOrderRule: { group: "tasks", label: "workOrderRule", level: 1, actions: CRUD },

  Scene: { group: "organisation", label: "scene", level: 0, actions: CRUD },
  DataZone: { group: "organisation", label: "dataZone", level: 0, actions: CRUD },
  ZonePreset: {
    group: "organisation",
    label: "zonePreset",
    level: 0,
    levels: { new: 3, edit: 3, remove: 3 },
    actions: CRUD,
  },
  Contacts: { group: "organisation", label: "contacts", level: 1, actions: [...CRUD, "sync"] },

  Customer: {
    group: "accounts",
    label: "customer",
    level: 1,
    // The zone and the language decide when and how people are notified; the unit is only how figures are written.
    levels: { new: 3, edit: 2, remove: 3, unit: 1 },
    actions: [...CRUD, "token", "unit"],
  },
  Role: { group: "accounts", label: "role", level: 1, actions: CRUD },
  User: { group: "accounts", label: "user", level: 1, actions: [...CRUD, "reset"] },
  // A key that could create keys would outlive its own revocation.
  ApiKey: { group: "accounts", label: "apiKey", level: 1, actions: ["view", "new", "remove"], personal: ["new"] },

  Param: { group: "system", label: "param", level: 2, levels: { new: 3, edit: 3, remove: 3 }, actions: CRUD },
  Unit: { group: "system", label: "unit", level: 2, levels: { new: 3, edit: 3, remove: 3 }, actions: CRUD },
  CarrierType: {
    group: "system",
    label: "carrierType",
    level: 2,
    levels: { new: 3, edit: 3, remove: 3 },
    actions: CRUD,
  },
  DeviceType: { group: "system", label: "deviceType", level: 2, levels: { new: 3, edit: 3, remove: 3 }, actions: CRUD },
  Guide: { group: "system", label: "guide", level: 2, levels: { new: 3, edit: 3, remove: 3 }, actions: CRUD },
  UrlResource: { group: "system", label: "urlResource", level: 4, actions: CRUD },
  ForwardSet: { group: "system", label: "forwardSet", level: 1, actions: CRUD },
  ReplyProvider: { group: "system", label: "replyProvider", level: 3, actions: CRUD, shownWith: "NoticeChannel" },

  // Log rows cannot be deleted.
  NoticeLog: { group: "log", label: "noticeLog", level: 0, actions: ["view"], reserved: ["remove"] },
  // A test is sent to a person in a person's name.
  NoticeChannel: { group: "log", label: "noticeChannel", level: 1, actions: ["view", "test"], personal: ["test"] },
  AlarmSwitchLog: { group: "log", label: "alarmSwitchLog", level: 0, actions: ["view"] },
  SysLog: { group: "log", label: "sysLog", level: 1, levels: { edit: 3 }, actions: ["view", "verify", "edit"] },
  LoginLog: { group: "log", label: "loginLog", level: 1, actions: ["view"] },
} as const satisfies Record<string, Subject>;

export type Catalogue = typeof PERMISSIONS;
export type PermissionSubject = keyof Catalogue;

/** The access level of an account of this scope type. */
export function levelOf(scopeType: ScopeType, isRoot: boolean): AccessLevel {
  if (isRoot) return 4;
  if (scopeType === 3 || scopeType === 2) return scopeType;
  return scopeType === 0 ? 0 : 1;
}
