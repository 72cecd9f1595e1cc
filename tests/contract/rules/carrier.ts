import type { RuleCase } from "./rule-case";

const entity = "carrier";
const NAMES = "Monitoring point names must not contain a Chinese comma or middle bar.";
const POSITION = "Longitude: integer part 0-180 with up to 6 decimals; latitude: 0-90 with up to 6 decimals.";
const LENGTHS = "General: names 30 (or 20), codes 50, descriptions 250.";
const OTHERS = "Other bounds of 10, 80, 100, 120 and 255 apply on various fields.";

/** Rules that the input alone decides. */
export const carrierRules: RuleCase[] = [
  { line: NAMES, entity, field: "name", passes: "Fridge 1", fails: "Fridge，1", rule: "pointName" },
  { line: NAMES, entity, field: "name", passes: "冰箱1号", fails: "冰箱、1号", rule: "pointName" },
  { line: NAMES, entity, field: "name", passes: "Fridge_1", fails: "Fridge-1", rule: "pointName" },
  { line: NAMES, entity, field: "name", passes: "A/1", fails: "A－1", rule: "pointName" },
  { line: NAMES, entity, field: "name", passes: "A 1", fails: "A—1", rule: "pointName" },
  { line: LENGTHS, entity, field: "name", passes: "n".repeat(30), fails: "n".repeat(31), rule: "too_big" },
  { line: "Required", entity, field: "name", passes: "n", fails: "  ", rule: "required" },
  { line: LENGTHS, entity, field: "description", passes: "d".repeat(250), fails: "d".repeat(251), rule: "too_big" },
  { line: POSITION, entity, field: "longitude", passes: 113.123456, fails: 113.1234567, rule: "degrees" },
  { line: POSITION, entity, field: "longitude", passes: 180, fails: 181, rule: "degrees" },
  { line: POSITION, entity, field: "longitude", passes: 0, fails: 180.000001, rule: "degrees" },
  { line: POSITION, entity, field: "latitude", passes: 23.17, fails: 90.1, rule: "degrees" },
  { line: POSITION, entity, field: "latitude", passes: 90, fails: 23.1234567, rule: "degrees" },
  {
    line: "A unit of measure maps to only one monitoring interval.",
    entity,
    field: "zones",
    passes: [
      { measure: "temperature", zoneId: 1 },
      { measure: "humidity", zoneId: 2 },
    ],
    fails: [
      { measure: "temperature", zoneId: 1 },
      { measure: "temperature", zoneId: 2 },
    ],
    rule: "oneRange",
  },
  {
    line: OTHERS,
    entity,
    field: "extension",
    passes: [{ name: "Room", value: "v".repeat(100) }],
    fails: [{ name: "Room", value: "v".repeat(101) }],
    rule: "too_big",
  },
  {
    line: OTHERS,
    entity,
    field: "extension",
    passes: [
      { name: "Room", value: "1" },
      { name: "Floor", value: "1" },
    ],
    fails: [
      { name: "Room", value: "1" },
      { name: "Room", value: "2" },
    ],
    rule: "repeated",
  },
  {
    line: OTHERS,
    entity,
    field: "attributes",
    passes: { manufacturer: "m".repeat(50) },
    fails: { manufacturer: "m".repeat(51) },
    rule: "too_big",
  },
  {
    line: OTHERS,
    entity,
    field: "attributes",
    passes: { volumeLitres: 340 },
    fails: { volumeLitres: 0 },
    rule: "too_small",
  },
  {
    line: OTHERS,
    entity,
    field: "attributes",
    passes: { model: "K 1" },
    fails: { plateNumber: "A 1" },
    rule: "unrecognized_keys",
  },
];

const BATCH = "Batch edits need same-type sensors, same-scope carriers and the same alarm-switch state.";

/** Rules about what is there already. The values name what the test makes of it: whose and how switched, mounted, named. */
export const carrierStateRules: RuleCase[] = [
  {
    line: "Same-customer selection is required for batch operations.",
    entity,
    field: "ids",
    passes: ["own on", "own on"],
    fails: ["own on", "other on"],
    rule: "sameCustomer",
  },
  {
    line: BATCH,
    entity,
    field: "ids",
    passes: ["own off", "own off"],
    fails: ["own off", "other off"],
    rule: "sameCustomer",
  },
  {
    line: BATCH,
    entity,
    field: "ids",
    passes: ["own on", "own on"],
    fails: ["own on", "own off"],
    rule: "sameAlarmSwitch",
  },
  {
    line: "A thermometer-only device set cannot add a humidity monitoring range.",
    entity,
    field: "zones",
    passes: ["temperature", "humidity"],
    fails: ["temperature"],
    rule: "thermometerOnly",
  },
  {
    line: "and names or codes of carrier, gateway, display, group",
    entity,
    field: "name",
    passes: "its own",
    fails: "taken",
    rule: "unique",
  },
  {
    line: "Deletion: items in use or enabled cannot be deleted.",
    entity,
    field: "id",
    passes: "free",
    fails: "mounted",
    rule: "hasDevices",
  },
  {
    line: "Range and customer nodes cannot be deleted or used for carrier setting.",
    entity,
    field: "sceneId",
    passes: "node",
    fails: "customer",
    rule: "required",
  },
  {
    line: "Range and customer nodes cannot be deleted or used for carrier setting.",
    entity,
    field: "sceneId",
    passes: "node",
    fails: "range",
    rule: "rangeCarrier",
  },
];
