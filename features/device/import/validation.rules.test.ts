import { describe, expect, it } from "vitest";
import { DEVICE_KINDS } from "@/db/enums";
import { exampleOf, importColumns, isSecretColumn } from "../template.rules";
import { checkRow, codeOf, duplicates, gatewayKeys, type References, sceneKey } from "./validation.rules";

const REFERENCES: References = {
  scenes: new Map<string, number | "ambiguous">([
    ["a-1", 1],
    ["house/ward 3", 2],
    ["store", "ambiguous"],
  ]),
  gateways: new Map([
    ["GW-1", 7],
    ["00124B00", 8],
  ]),
  types: new Map([
    ["zbp_2", { kind: "sensor", code: "zbp_2", isEnabled: true }],
    ["lora_2", { kind: "sensor", code: "lora_2", isEnabled: true }],
    ["zeta_1", { kind: "sensor", code: "zeta_1", isEnabled: false }],
    ["gt_1", { kind: "gateway", code: "gt_1", isEnabled: true }],
  ]),
  mayLieInStore: true,
};
const GOOD = { serialNumber: "00042", name: "Fridge 1", typeCode: "zbp_2 · ZigBee" };
const check = (values: Record<string, string>, references = REFERENCES) =>
  checkRow("sensor", { row: 3, values }, references);
const rules = (values: Record<string, string>, references = REFERENCES) =>
  check(values, references).issues.map(({ field, rule }) => `${field} ${rule}`);

describe("the columns of a kind", () => {
  it.each(DEVICE_KINDS)(
    "of %s are named once, begin with what must be filled, and have an example that fits",
    (kind) => {
      const columns = importColumns(kind);
      expect(new Set(columns.map(({ key }) => key)).size).toBe(columns.length);
      expect(columns.slice(0, 3).map(({ key, isRequired }) => `${key} ${isRequired}`)).toEqual([
        "serialNumber true",
        "name true",
        "typeCode true",
      ]);
      for (const { key } of columns) expect(exampleOf(key).length, key).toBeLessThanOrEqual(50);
    },
  );

  it("tell a gateway's need of a MAC, and what is secret", () => {
    expect(importColumns("gateway").find(({ key }) => key === "mac")?.isRequired).toBe(true);
    expect(importColumns("sensor").find(({ key }) => key === "mac")?.isRequired).toBe(false);
    expect(importColumns("gateway").some(({ key }) => key === "gateway")).toBe(false);
    expect(
      importColumns("sensor")
        .filter(({ key }) => isSecretColumn(key))
        .map(({ key }) => key),
    ).toEqual(["settings.appKey"]);
  });

  it("have examples of parameters that the input takes", () => {
    const settings = (code: string, names: string[]) =>
      check({
        ...GOOD,
        typeCode: code,
        ...Object.fromEntries(names.map((name) => [`settings.${name}`, exampleOf(`settings.${name}`)])),
      }).issues;
    expect(
      settings("lora_2", [
        "devEui",
        "appEui",
        "appKey",
        "extPanId",
        "channelMask",
        "joinAttempts",
        "humidityChangeThreshold",
      ]),
    ).toEqual([]);
    expect(settings("zbp_2", ["channelList", "sampleIntervalSeconds", "transmitPower"])).toEqual([]);
  });
});

describe("a row", () => {
  it("becomes the input of its kind", () => {
    const { input, device, issues } = check({
      ...GOOD,
      mac: "00:12:4b-00",
      gateway: "gw-1",
      scene: " House / Ward 3 ",
      use: "unactivated · not yet",
      calibrationDueOn: "2027/6/3",
      reportIntervalSeconds: "60",
      "settings.sampleIntervalSeconds": "30",
    });
    expect(issues).toEqual([]);
    expect(input).toMatchObject({ sceneId: 2, gatewayId: 7, typeCode: "zbp_2" });
    expect(device).toMatchObject({
      serialNumber: "00042",
      mac: "00124B00",
      use: "unactivated",
      calibrationDueOn: "2027-06-03",
      reportIntervalSeconds: 60,
      settings: { sampleIntervalSeconds: 30 },
    });
  });

  it.each([
    [{ ...GOOD, serialNumber: "" }, "serialNumber required"],
    [{ ...GOOD, serialNumber: "a b" }, "serialNumber serialNumber"],
    [{ ...GOOD, serialNumber: "1".repeat(51) }, "serialNumber too_big"],
    [{ ...GOOD, name: "x".repeat(31) }, "name too_big"],
    [{ ...GOOD, typeCode: "" }, "typeCode required"],
    [{ ...GOOD, typeCode: "gt_1" }, "typeCode unknown"],
    [{ ...GOOD, typeCode: "zeta_1" }, "typeCode typeDisabled"],
    [{ ...GOOD, mac: "XYZ1" }, "mac mac"],
    [{ ...GOOD, gateway: "GW-9" }, "gateway unknown"],
    [{ ...GOOD, scene: "nowhere" }, "scene unknown"],
    [{ ...GOOD, scene: "Store" }, "scene ambiguous"],
    [{ ...GOOD, use: "deactivated" }, "use invalid_value"],
    [{ ...GOOD, reportIntervalSeconds: "65536" }, "reportIntervalSeconds too_big"],
    [{ ...GOOD, reportIntervalSeconds: "soon" }, "reportIntervalSeconds invalid_type"],
    [{ ...GOOD, utcOffsetHours: "13" }, "utcOffsetHours too_big"],
    [{ ...GOOD, calibrationDueOn: "tomorrow" }, "calibrationDueOn invalid_format"],
    [{ ...GOOD, "settings.transmitPower": "21" }, "settings.transmitPower too_big"],
    [{ ...GOOD, "settings.devEui": "1234567890" }, "settings.devEui notOfType"],
    [{ ...GOOD, typeCode: "lora_2", "settings.channelMask": "32" }, "settings.channelMask channelMask"],
    [
      { ...GOOD, "settings.sampleIntervalSeconds": "30", "settings.exceptionSampleIntervalSeconds": "60" },
      "settings.exceptionSampleIntervalSeconds exceptionOverSampling",
    ],
  ])("%j breaks %s", (values, rule) => {
    expect(rules(values)).toEqual([rule]);
  });

  it("of somebody who is bound to nodes names one", () => {
    const bound = { ...REFERENCES, mayLieInStore: false };
    expect(rules(GOOD, bound)).toEqual(["scene required"]);
    expect(rules({ ...GOOD, scene: "A-1" }, bound)).toEqual([]);
  });

  it("of a gateway has a MAC", () => {
    const gateway = (mac: string) =>
      checkRow("gateway", { row: 3, values: { ...GOOD, typeCode: "gt_1", mac } }, REFERENCES);
    expect(gateway("").issues.map(({ field, rule }) => `${field} ${rule}`)).toEqual(["mac required"]);
    expect(gateway("00:12:4B:01").device).toMatchObject({ mac: "00124B01" });
  });
});

describe("what comes twice in a file", () => {
  const rows = [
    { serialNumber: "a1", mac: "00:12", name: "One" },
    { serialNumber: "A1", mac: "", name: "one" },
    { serialNumber: "a3", mac: "0012", name: "Three" },
    { serialNumber: "a4", mac: "", name: "ONE" },
  ].map((values, index) => ({ row: index + 3, values }));

  it("is told with the row that has it first, whatever its spelling", () => {
    expect(duplicates("sensor", rows)).toEqual([
      { row: 4, first: 3, field: "serialNumber" },
      { row: 5, first: 3, field: "mac" },
    ]);
  });

  it("counts for names of gateways and displays as well", () => {
    expect(duplicates("display", rows).filter(({ field }) => field === "name")).toEqual([
      { row: 4, first: 3, field: "name" },
      { row: 6, first: 3, field: "name" },
    ]);
  });
});

it("texts are looked up as people write them", () => {
  expect(codeOf("zbp_1 · a · b")).toBe("zbp_1");
  expect(codeOf("zbp_1")).toBe("zbp_1");
  expect(sceneKey(" /House/ Ward 3/")).toBe("house/ward 3");
  expect(gatewayKeys("00:12:4b-00")).toEqual(["00:12:4B-00", "00124B00"]);
});
