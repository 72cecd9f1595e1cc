import type { RuleCase } from "./rule-case";

const hex = (length: number) => "0123456789abcdef".repeat(4).slice(0, length);

const field = (line: string, name: string, passes: unknown, fails: unknown, rule: string): RuleCase => ({
  line,
  entity: "configuration",
  field: `settings.${name}`,
  passes,
  fails,
  rule,
});

const INTERVALS = "Intervals and report intervals: 1-65535, integer digits. Number field 1-65535.";
const RANGES =
  "Integer ranges: -256..255; -327..327; 0..30; 11..26 (space-separated list); 0..60; -20..20; 0..100; 1..60.";
const NETWORK = "ext_pan_id is 16 hex; appEUI is 16 alphanumerics.";
const KEYS = "devEUI is 10; appKey is 32.";
const CHANNELS = "Channel mask is values 0-31 separated by spaces; channel page 0-255.";
const ACCESS = "Network access interval 300-86400; interval 1-86400; power 0-20.";

/** Fields by themselves; those of the radio on a LoRa meter, those of sampling on a ZigBee one. */
const FIELDS: RuleCase[] = [
  field(INTERVALS, "sampleIntervalSeconds", 1, 0, "too_small"),
  field(INTERVALS, "sampleIntervalSeconds", 65_535, 65_536, "too_big"),
  field(INTERVALS, "sampleIntervalSeconds", "60", 1.5, "invalid_type"),
  field(INTERVALS, "temperatureMinReportIntervalSeconds", 1, 0, "too_small"),
  field(INTERVALS, "temperatureMaxReportIntervalSeconds", 65_535, 65_536, "too_big"),
  field(INTERVALS, "humidityMaxReportIntervalSeconds", 1, "soon", "invalid_type"),
  field(RANGES, "joinAttempts", 30, 31, "too_big"),
  field(RANGES, "channelList", "11 15 26", "10 11", "channelList"),
  field(RANGES, "channelList", "26", "27", "channelList"),
  field(NETWORK, "extPanId", hex(16), hex(15), "extPanId"),
  field(NETWORK, "extPanId", hex(16).toUpperCase(), `${hex(15)}g`, "extPanId"),
  field(NETWORK, "appEui", "zyxwvu9876543210", "zyxwvu987654321", "appEui"),
  field(NETWORK, "appEui", "ZYXWVU9876543210", "ZYXWVU987654321-", "appEui"),
  field(KEYS, "devEui", "AB12345678", "AB1234567", "devEui"),
  field(KEYS, "devEui", "0123456789", "01234567890", "devEui"),
  field(KEYS, "appKey", hex(32), hex(31), "appKey"),
  field(CHANNELS, "channelMask", "0 7 31", "0 7 32", "channelMask"),
  field(CHANNELS, "channelMask", "5", "1,2", "channelMask"),
  field(CHANNELS, "channelPage", 255, 256, "too_big"),
  field(CHANNELS, "channelPage", 0, -1, "too_small"),
  field(ACCESS, "networkAccessIntervalSeconds", 300, 299, "too_small"),
  field(ACCESS, "networkAccessIntervalSeconds", 86_400, 86_401, "too_big"),
  field(ACCESS, "gpsIntervalSeconds", 86_400, 86_401, "too_big"),
  field(ACCESS, "gpsIntervalSeconds", 1, 0, "too_small"),
  field(ACCESS, "transmitPower", 20, 21, "too_big"),
];

const climate = (minimum: number, sampling: number, maximum: number, measure = "temperature") => ({
  [`${measure}MinReportIntervalSeconds`]: minimum,
  [`${measure}SampleIntervalSeconds`]: sampling,
  [`${measure}MaxReportIntervalSeconds`]: maximum,
});

const together = (line: string, passes: object, fails: object, rule: string): RuleCase => ({
  line,
  entity: "configuration",
  field: "settings",
  passes,
  fails,
  rule,
});

/** Fields that have to agree. */
const CROSS: RuleCase[] = [
  together(
    "ZigBee: extended sampling interval must not exceed the sampling interval.",
    { sampleIntervalSeconds: 60, exceptionSampleIntervalSeconds: 60 },
    { sampleIntervalSeconds: 60, exceptionSampleIntervalSeconds: 61 },
    "exceptionOverSampling",
  ),
  ...["temperature", "humidity"].flatMap((measure) => [
    together(
      "min report must not exceed max report or the sampling interval.",
      climate(300, 300, 300, measure),
      climate(301, 300, 600, measure),
      "minReportOverSampling",
    ),
    together(
      "max report must not be below min report or the sampling interval.",
      climate(60, 300, 600, measure),
      climate(601, 700, 600, measure),
      "minReportOverMax",
    ),
    together(
      "sampling must not exceed max report.",
      climate(60, 600, 600, measure),
      climate(60, 601, 600, measure),
      "maxReportUnderSampling",
    ),
  ]),
];

export const configurationRules: RuleCase[] = [...FIELDS, ...CROSS];
