import type {
  AlarmSwitch,
  CarrierStatus,
  CarrierType,
  ConditionKind,
  DelayMode,
  Measure,
  NoticeChannel,
  OrganisationType,
  Severity,
} from "@/db/enums";
import type { Shift } from "@/features/simulation/route.rules";
import type { Scenario } from "@/features/simulation/scenario.rules";

/** One customer of the demo world, in the customer's own language. Keys and codes link the parts. */
export type CustomerPlan = {
  code: string;
  name: string;
  shortName: string;
  organisationType: OrganisationType;
  area: string;
  areaCode: string;
  address: string;
  contact: string;
  phone: string;
  email: string;
  description: string;
  timeZone: string;
  locale: "zh-CN" | "de";
  notifyBySms?: boolean;
  /** Centre of its sites, WGS-84. */
  longitude: number;
  latitude: number;
  /** The organisation tree below the customer's own node: code, name, children. */
  scenes: readonly ScenePlan[];
  zones: readonly ZonePlan[];
  groups: readonly GroupPlan[];
  triggers: readonly TriggerPlan[];
  gateways: readonly GatewayPlan[];
  carriers: readonly CarrierPlan[];
  /** Unmounted devices. */
  loose: readonly LoosePlan[];
};

export type ScenePlan = { code: string; name: string; children?: readonly ScenePlan[] };

export type ZonePlan = { key: string; name: string; measure: Measure; minimum: number; maximum: number };

/** Shifts of a rota by the names of contacts. */
export type DutyPlan = readonly {
  days: number[];
  from: string;
  to: string;
  endsNextDay: boolean;
  contact: string;
  substitute?: string;
}[];

export type GroupPlan = {
  name: string;
  /** The shifts of its on-call rota, if it has one. */
  duty?: DutyPlan;
  people: readonly PersonPlan[];
};

export type PersonPlan = {
  name: string;
  level: number;
  phone: string;
  email: string;
  gender: number;
  locale: string;
  /** Whether the person acknowledges by SMS and telephone, with the demo's PIN. */
  hasPin?: boolean;
  /** The account that receives push notifications. */
  account?: "user";
};

export type ConditionPlan = {
  kind: ConditionKind;
  measure: Measure;
  delaySeconds?: number;
  delayMode?: DelayMode;
  deadBand?: number;
};

export type TriggerPlan = {
  key: string;
  name: string;
  severity: Severity;
  calendar?: { days: number[]; windows: { from: string; to: string }[] };
  conditions: readonly ConditionPlan[];
  notify: readonly {
    afterMinutes: number;
    group: string;
    level: number;
    isOnDuty?: boolean;
    channels: NoticeChannel[];
    repeatTimes?: number;
  }[];
};

export type GatewayPlan = { key: string; name: string; typeCode: string; story?: Scenario };

export type CarrierPlan = {
  name: string;
  scene: string;
  type: CarrierType;
  temperature: string;
  humidity?: string;
  co2?: string;
  /** Type codes of its sensors; a story applies to the first. */
  sensors: readonly string[];
  gateway: string | null;
  hasDoorMagnet?: boolean;
  /** Whether it has a smart base, which watches its power. */
  hasBase?: boolean;
  trigger: string | null;
  status?: CarrierStatus;
  alarmSwitch?: AlarmSwitch;
  story?: Scenario;
  shift?: Shift;
};

export type LoosePlan = {
  kind: "display" | "relay" | "gas" | "sensor" | "base" | "magnetism";
  typeCode: string;
  name: string;
  gateway: string | null;
  use?: "activated" | "unactivated" | "deactivated";
};
