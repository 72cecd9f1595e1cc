import type { RuleCase } from "./rule-case";

const NETWORK = "Network fields:";
const EXT = "ext_pan_id is 16 hex; appEUI is 16 alphanumerics.";
const EUI = "devEUI is 10; appKey is 32.";
const CHANNELS = "Channel mask is values 0-31 separated by spaces; channel page 0-255.";
const ACCESS = "Network access interval 300-86400; interval 1-86400; power 0-20.";
const RANGES =
  "Integer ranges: -256..255; -327..327; 0..30; 11..26 (space-separated list); 0..60; -20..20; 0..100; 1..60.";
const TEMPERATURE = "Temperature setting: -327.67..327.67 with up to 2 decimals.";
const HUMIDITY = "Humidity: 0..100 with up to 2 decimals.";
const INTERVALS = "Intervals and report intervals: 1-65535, integer digits. Number field 1-65535.";
const GENERAL = "General: names 30 (or 20), codes 50, descriptions 250.";
const MAC = "MAC is under 30 or 50.";
const CODES = "Codes elsewhere: letters and digits with no spaces, or English, digits and underscores.";
const REPORTS = "LoRa and Zeta temperature and humidity rules:";
const hex = (digits: number) => "0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF".slice(0, digits);

const of =
  (entity: string, line: string) =>
  (field: string, passes: unknown, fails: unknown, rule: string): RuleCase => ({
    line,
    entity,
    field,
    passes,
    fails,
    rule,
  });

/** A case of one parameter: the others of the object go along with it. */
const setting = (
  entity: string,
  line: string,
  name: string,
  values: [passes: unknown, fails: unknown],
  rule: string,
  others: Record<string, unknown> = {},
): RuleCase => ({
  line,
  entity,
  field: `settings.${name}`,
  passes: { ...others, [name]: values[0] },
  fails: { ...others, [name]: values[1] },
  rule,
});

const reports = (entity: string): RuleCase[] =>
  (["temperature", "humidity"] as const).flatMap((measure) => {
    const [minimum, sampling, maximum] = ["MinReport", "Sample", "MaxReport"].map(
      (part) => `${measure}${part}IntervalSeconds`,
    ) as [string, string, string];
    const threshold = `${measure}ChangeThreshold`;
    const line = measure === "humidity" ? HUMIDITY : TEMPERATURE;
    return [
      setting(entity, REPORTS, minimum, [60, 121], "minReportOverMax", { [maximum]: 120 }),
      setting(entity, REPORTS, minimum, [60, 61], "minReportOverSampling", { [sampling]: 60 }),
      setting(entity, REPORTS, maximum, [60, 59], "maxReportUnderSampling", { [sampling]: 60 }),
      setting(entity, INTERVALS, sampling, [65_535, 65_536], "too_big"),
      setting(entity, line, threshold, [measure === "humidity" ? 100 : 327.67, 327.68], "too_big"),
      setting(entity, line, threshold, [0.01, 0.001], "twoDecimals"),
    ];
  });

const ZIGBEE = "ZigBee: extended sampling interval must not exceed the sampling interval.";
const zigbee = (entity: string): RuleCase[] => [
  setting(entity, ZIGBEE, "exceptionSampleIntervalSeconds", [60, 61], "exceptionOverSampling", {
    sampleIntervalSeconds: 60,
  }),
  setting(entity, RANGES, "channelList", ["11 26", "10 26"], "channelList"),
  setting(entity, RANGES, "channelList", ["11 26", "11,26"], "channelList"),
  setting(entity, INTERVALS, "sampleIntervalSeconds", [1, 0], "too_small"),
];

const radio = (entity: string): RuleCase[] => [
  setting(entity, EXT, "extPanId", [hex(16), hex(15)], "extPanId"),
  setting(entity, EXT, "extPanId", [hex(16), `${hex(15)}G`], "extPanId"),
  setting(entity, EXT, "appEui", ["ZZ12345678901234", "ZZ1234567890123"], "appEui"),
  setting(entity, EUI, "devEui", ["ZZ12345678", "ZZ1234567"], "devEui"),
  setting(entity, EUI, "appKey", [hex(32), hex(33)], "appKey"),
  setting(entity, CHANNELS, "channelMask", ["0 15 31", "0 15 32"], "channelMask"),
  setting(entity, CHANNELS, "channelMask", ["0 15 31", "0;15"], "channelMask"),
  setting(entity, CHANNELS, "channelPage", [255, 256], "too_big"),
  setting(entity, CHANNELS, "channelPage", [0, -1], "too_small"),
  setting(entity, ACCESS, "networkAccessIntervalSeconds", [300, 299], "too_small"),
  setting(entity, ACCESS, "networkAccessIntervalSeconds", [86_400, 86_401], "too_big"),
  setting(entity, ACCESS, "transmitPower", [20, 21], "too_big"),
  setting(entity, ACCESS, "transmitPower", [0, -1], "too_small"),
  setting(entity, NETWORK, "joinAttempts", [30, 31], "too_big"),
];

const common = (entity: string): RuleCase[] => [
  of(entity, GENERAL)("name", "n".repeat(30), "n".repeat(31), "too_big"),
  of(entity, "Required")("name", "n", " ", "required"),
  of(entity, GENERAL)("serialNumber", "S".repeat(50), "S".repeat(51), "too_big"),
  of(entity, CODES)("serialNumber", "SN_1", "SN 1", "serialNumber"),
  of(entity, "Required")("serialNumber", "S", "", "required"),
  of(entity, GENERAL)("description", "d".repeat(250), "d".repeat(251), "too_big"),
  of(entity, MAC)("mac", "AB".repeat(14), "AB".repeat(15), "mac"),
  of(entity, CODES)("mac", "00:12:4B:AA", "00 12 4X", "mac"),
  of(entity, INTERVALS)("reportIntervalSeconds", 1, 0, "too_small"),
  of(entity, INTERVALS)("reportIntervalSeconds", 65_535, 65_536, "too_big"),
  of(entity, INTERVALS)("reportIntervalSeconds", 60, 1.5, "invalid_type"),
  of(entity, "Required")("typeCode", undefined, "", "required"),
];

/** Rules that the input alone decides, by type; those of batches, uniqueness and deletion stand in the tests of the calls. */
export const deviceRules: RuleCase[] = [
  ...["zbp_2", "gateway", "display", "relay", "base", "gas", "magnetism"].flatMap(common),
  ...["zbp_2", "zigbee2_1"].flatMap(zigbee),
  ...["lora_2", "zeta_2"].flatMap((entity) => [...reports(entity), ...radio(entity)]),
  setting("4g_gps_1", ACCESS, "gpsIntervalSeconds", [1, 0], "too_small"),
  setting("4g_gps_1", ACCESS, "gpsIntervalSeconds", [86_400, 86_401], "too_big"),
  of("gateway", "mac is null or empty")("mac", "00124BAA", "", "required"),
  setting("gateway", "URL and IPv4 formats.", "ownIp", ["10.0.0.1", "10.0.0.256"], "ipv4"),
  setting("gateway", INTERVALS, "port", [65_535, 65_536], "too_big"),
  setting("display", GENERAL, "nickname", ["n".repeat(30), "n".repeat(31)], "too_big"),
  of("zbp_2", "Time zones -12 to +12.")("utcOffsetHours", 12, 13, "too_big"),
  of("zbp_2", "Time zones -12 to +12.")("utcOffsetHours", -12, -13, "too_small"),
];
