import type { ScreenPath } from "@/lib/page/screens";

export type Shipped = typeof SHIPPED;

/** The shipped chapters, with their topics in order and the screens that each explains. */
export const SHIPPED = {
  start: { first_steps: [], colours: [], lists: [] },
  monitoring: {
    home: ["/home", "/homepageset"],
    list_data: ["/databoard/monitoringPoint"],
    map_data: ["/databoard/monitorMap"],
    live_data: ["/monitorPointRealTime"],
    history: ["/historyData", "/probeHistory", "/carrierProbeHistory", "/datadevice"],
    downloads: ["/download", "/arch/download"],
    tracks: ["/databoard/geofence", "/traceDetail"],
    device_data: ["/databoard/deviceMonitor"],
    overview: ["/databoard/overview"],
    query_codes: ["/code/findCode"],
  },
  exceptions: {
    exception_records: ["/abnormal/dataex", "/exRecord", "/abnormal/abnormalcause"],
    alarm_triggers: ["/abnormal/sysAlarm", "/sysAlarm", "/atinstruction"],
    alarm_record: ["/arch/alarmRecord"],
    silences: ["/abnormal/silence"],
    invalid_data: ["/abnormal/invalidRule"],
  },
  goods: {
    lots: ["/goods/product", "/goods/lot", "/lotDetail"],
    transports: ["/goods/transport", "/goods/transportBoard", "/transportDetail", "/transportSlip"],
  },
  orders: {
    work_orders: ["/order/workOrder", "/order/round", "/order/workOrderStatistic", "/workOrderDetail"],
    work_order_rules: ["/order/workOrderRule"],
    verifications: [
      "/arch/verificationTask",
      "/verificationPlan",
      "/verificationDetail",
      "/sampleData",
      "/arch/verificationDue",
      "/arch/verificationPreset",
    ],
    monitor_tasks: ["/arch/task", "/arch/taskFinding"],
  },
  analysis: {
    statistics: ["/count/statistic"],
    detail_data: ["/count/detailData"],
    guidance: ["/count/guidance"],
    export_tasks: ["/count/exportTask"],
    reports: ["/count/dataReport"],
    archives: ["/arch/archive"],
  },
  organisation: {
    structure: ["/arch/architecture"],
    floor_plans: ["/plan", "/canvasName"],
    ranges: ["/arch/detection"],
    contacts: ["/arch/contacts"],
    duty_rota: ["/arch/duty"],
    record_sheets: ["/arch/temprecord", "/recordSheet", "/pointData"],
    printing: ["/arch/printer"],
  },
  carriers: {
    carriers: [
      "/carrier/incubator",
      "/carrier/refrigerator",
      "/carrier/vehicle",
      "/carrier/refrigeratory",
      "/carrier/warehouse",
      "/carrier/store",
      "/carrier/other",
    ],
    carrier_detail: ["/carrier/carrierDetailPage", "/newCarrierDetail"],
  },
  devices: {
    setup_wizard: ["/setupWizard"],
    devices: [
      "/device/sensor",
      "/device/gateway",
      "/device/displayscreen",
      "/device/relay",
      "/device/base",
      "/device/gas",
      "/device/magnetism",
    ],
    unknown_devices: ["/device/unknown"],
    secondments: ["/sys/deviceTransfer"],
    device_detail: [
      "/SensorDetail",
      "/GateWayDetail",
      "/DisplayDetail",
      "/RelayDetail",
      "/BaseDetail",
      "/GasDetail",
      "/MagnetismDetail",
      "/propertyList",
      "/transHistory",
      "/baseHistory",
    ],
  },
  accounts: {
    profile: ["/personal/material"],
    users: ["/user/userinfo"],
    roles: ["/user/userLimits"],
    api_keys: ["/user/apiKey"],
  },
  system: {
    customers: ["/sys/customer"],
    parameters: ["/sys/paramsetup"],
    reference_lists: ["/sys/unitMeasurement", "/sys/carrierType", "/sys/deviceType"],
    forwarding: ["/sys/forwarding", "/platInfer"],
    menu_resources: ["/sys/resource"],
    online_help: ["/sys/online_help"],
  },
  logs: {
    notice_log: ["/noti/notification"],
    notice_channels: ["/noti/channel"],
    system_log: ["/noti/sysLog", "/OperateRecord"],
    alarm_switch_log: ["/noti/alarmLog"],
  },
} as const satisfies Record<string, Record<string, readonly ScreenPath[]>>;

export type ChapterCode = keyof Shipped;

export type TopicCode = { [C in ChapterCode]: keyof Shipped[C] & string }[ChapterCode];

/** The texts of one language; leaving out a chapter or topic is a type error. */
export type GuideTexts = {
  chapters: Record<ChapterCode, string>;
  /** Name and content. */
  topics: Record<TopicCode, readonly [name: string, content: string]>;
};
