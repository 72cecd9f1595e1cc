import { describe, expect, it } from "vitest";
import type { DeviceKind, DeviceUse } from "@/db/enums";
import { AnswerInput } from "./configuration/configuration.schema";
import { propertiesOf } from "./detail.rules";
import {
  calibrationState,
  canonicalMac,
  configStatusAfter,
  hasFormat,
  isMac,
  isSerialNumber,
  onlineStatus,
  plainText,
  publicSettings,
  SETTINGS,
  type SettingFormat,
  type SettingName,
  type Settings,
  settingIssues,
  settingsOf,
  technologyOf,
} from "./device.rules";

const FORMATS: [SettingFormat, fits: string[], refused: string[]][] = [
  ["extPanId", ["00124b0011AA22BB"], ["00124B0011AA22B", "00124B0011AA22BBC", "00124B0011AA22BG", ""]],
  ["appEui", ["ABCDEFGH12345678"], ["ABCDEFGH1234567", "ABCDEFGH1234567-"]],
  ["devEui", ["Ab12345678"], ["Ab1234567", "Ab123456789", "Ab1234567_"]],
  [
    "appKey",
    ["0123456789abcdef0123456789ABCDEF"],
    ["0123456789abcdef0123456789ABCDE", " 0123456789abcdef0123456789ABCDE"],
  ],
  ["channelMask", ["0", "0 31", "1 2 30"], ["", "32", "0,1", "0  1", "1 1", "-1", "00"]],
  ["channelList", ["11", "11 26"], ["10", "27", "11;12", "11 11", "9"]],
  ["ipv4", ["192.168.1.10", "0.0.0.0", "255.255.255.255"], ["256.1.1.1", "1.2.3", "1.2.3.4.", "1.2.3.4.5", "a.b.c.d"]],
];

describe.each(FORMATS)("the format %s", (format, fits, refused) => {
  it.each(fits)("takes %j", (text) => expect(hasFormat(format, text)).toBe(true));
  it.each(refused)("refuses %j", (text) => expect(hasFormat(format, text)).toBe(false));
});

it.each([
  ["00:12:4b-00.11 22", "00124B001122", true],
  ["ABC", "ABC", false],
  ["A".repeat(29), "A".repeat(29), true],
  ["A".repeat(30), "A".repeat(30), false],
  ["00124G", "00124G", false],
])("the MAC %j is %j", (text, canonical, isValid) => {
  expect(canonicalMac(text)).toBe(canonical);
  expect(isMac(canonical)).toBe(isValid);
});

it.each([
  ["ZB1-24_001", true],
  ["中1", false],
  ["A B", false],
  ["-A", false],
])("the serial number %j: %j", (text, isValid) => expect(isSerialNumber(text)).toBe(isValid));

it.each([
  ["zbp_1", "zigbee"],
  ["zigbee2_2", "zigbee2"],
  ["LORA_1", "lora"],
  ["4g_gps_2", "4g"],
  ["own", undefined],
])("the type %s speaks %s", (code, technology) => expect(technologyOf(code)).toBe(technology));

describe("parameters", () => {
  const cases: [DeviceKind, string, Settings, [string, string][]][] = [
    ["sensor", "zbp_2", { sampleIntervalSeconds: 60, exceptionSampleIntervalSeconds: 60 }, []],
    [
      "sensor",
      "zbp_2",
      { sampleIntervalSeconds: 60, exceptionSampleIntervalSeconds: 61 },
      [["exceptionSampleIntervalSeconds", "exceptionOverSampling"]],
    ],
    ["sensor", "zbp_2", { devEui: "AB12345678" }, [["devEui", "notOfType"]]],
    ["sensor", "lora_1", { humidityChangeThreshold: 1 }, [["humidityChangeThreshold", "notOfType"]]],
    ["sensor", "4g_2", { gpsIntervalSeconds: 60 }, [["gpsIntervalSeconds", "notOfType"]]],
    ["sensor", "4g_gps_2", { gpsIntervalSeconds: 60 }, []],
    ["gateway", "gt_1", { sampleIntervalSeconds: 60 }, [["sampleIntervalSeconds", "notOfType"]]],
  ];
  for (const measure of ["temperature", "humidity"] as const) {
    const [minimum, sampling, maximum] = (["MinReport", "Sample", "MaxReport"] as const).map(
      (part) => `${measure}${part}IntervalSeconds` as SettingName,
    ) as [SettingName, SettingName, SettingName];
    for (const code of ["lora_2", "zeta_2"])
      cases.push(
        ["sensor", code, { [minimum]: 60, [sampling]: 60, [maximum]: 60 }, []],
        ["sensor", code, { [minimum]: 61, [maximum]: 60 }, [[minimum, "minReportOverMax"]]],
        ["sensor", code, { [minimum]: 61, [sampling]: 60 }, [[minimum, "minReportOverSampling"]]],
        ["sensor", code, { [sampling]: 61, [maximum]: 60 }, [[maximum, "maxReportUnderSampling"]]],
      );
  }
  it.each(cases)("of a %s %s: %j", (kind, typeCode, settings, expected) => {
    expect(settingIssues(kind, typeCode, settings).map(({ path, rule }) => [path, rule])).toEqual(expected);
  });

  it("each belong to some type", () => {
    const codes: [DeviceKind, string][] = [
      ...["zbp_2", "zigbee2_2", "lora_2", "zeta_2", "4g_gps_2"].map((code): [DeviceKind, string] => ["sensor", code]),
      ["gateway", "gt_2"],
      ["display", "dt_1"],
      ["relay", "rt_1"],
    ];
    const offered = new Set(codes.flatMap(([kind, code]) => settingsOf(kind, code)));
    expect([...offered].sort()).toEqual(Object.keys(SETTINGS).sort());
  });

  it("are shown without the secret ones", () => {
    expect(publicSettings({ appKey: "x", devEui: "y" })).toEqual({ devEui: "y" });
  });

  it.each([
    [{ transmitPower: 5 }, { transmitPower: 5, channelPage: 1 }, "configured"],
    [{ transmitPower: 5 }, { transmitPower: 6 }, "wait"],
    [{ transmitPower: 5 }, null, "wait"],
  ] as const)("%j after %j are %s", (settings, applied, status) => {
    expect(configStatusAfter(settings, applied)).toBe(status);
  });
});

it.each([
  ["activated", 940, "online"],
  ["activated", 900, "online"],
  ["activated", 899, "offline"],
  ["activated", null, "unknown"],
  ["unactivated", null, "unknown"],
  ["deactivated", 1000, "stopped"],
  ["deactivated", null, "stopped"],
] as [DeviceUse, number | null, string][])("a device that is %s and was heard at %s s is %s", (use, at, status) => {
  const lastSeenAt = at === null ? null : at * 1000;
  expect(onlineStatus({ use, custody: "own", lastSeenAt, staleAfterSeconds: 100 }, 1_000_000)).toBe(status);
});

it.each([
  [null, "none"],
  ["2026-11-19", "expired"],
  ["2026-11-20", "dueSoon"],
  ["2026-12-20", "dueSoon"],
  ["2026-12-21", "valid"],
])("a calibration until %s is %s on 2026-11-20", (dueOn, state) => {
  expect(calibrationState(dueOn, "2026-11-20")).toBe(state);
});

it("shows what a device tells without what would disguise it", () => {
  const told = "off\u0000line\r\n\u202Etxt.exe\u2066 \uD800 ok\u200b ";
  expect(plainText(told)).toBe("off line txt.exe  \uFFFD ok");
  expect(plainText("-5 °C, 冷藏 \u{1F600}")).toBe("-5 °C, 冷藏 \u{1F600}");
  const bare = { row: {}, settings: {}, appliedSettings: null, probes: [] };
  const properties = { "a\u202Eb": ["x\u0007y"], appKey: "secret", radio: { lqi: 180 } };
  expect(propertiesOf({ ...bare, properties })).toEqual([
    { group: "reported", name: "a b", value: '["x\\u0007y"]' },
    { group: "reported", name: "radio.lqi", value: "180" },
  ]);
  expect(AnswerInput.parse({ id: 1, ok: false, error: " no\u0000\u202E radio " }).error).toBe("no  radio");
});
