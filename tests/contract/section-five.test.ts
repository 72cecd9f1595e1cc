import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { RuleCase } from "./rules/rule-case";

// Specification section 5, whole (`section-five.md`), clause by clause. What concerns places, devices, logins and spans
// is held by rows of the tables in `tests/contract/rules/`, which run against schema and call; for the rest the clause
// names the test that holds it, by the title or the row of a table that stands there.

const FOLDER = path.join(import.meta.dirname, "rules");
const TEXT = path.join(import.meta.dirname, "section-five.md");
const ACCOUNTS = "tests/integration/user-rules.test.ts";
const CATALOGUE = "tests/integration/catalogue.test.ts";
const CONTACTS = "tests/integration/contact.test.ts";
const CUSTOMERS = "tests/integration/customer.test.ts";
const DEVICE_RULES = "tests/contract/rules/device.ts";
const FORWARD_RULES = "features/forward/forward.rules.test.ts";
const FORWARDING = "tests/integration/forward.test.ts";
const DEVICES = "tests/integration/device-batch.test.ts";
const FIELDS = "lib/validation/fields.test.ts";
const MONITOR_TASKS = "tests/integration/monitor-task.test.ts";
const OPENING = "tests/integration/customer-opening.test.ts";
const PARAMETERS = "tests/integration/parameter.test.ts";
const PASSWORDS = "tests/integration/session-account.test.ts";
const PICTURES = "tests/integration/profile-upload.test.ts";
const PRESETS = "tests/integration/zone-preset.test.ts";
const REMOVAL = "tests/integration/customer-removal.test.ts";
const ROLES = "tests/integration/role.test.ts";
const ROLE_LIFE = "tests/integration/role-lifecycle.test.ts";
const TRIGGERS = "tests/integration/alarm-trigger.test.ts";
const TRIGGER_RULES = "features/alarm/trigger/trigger.rules.test.ts";
const USERS = "tests/integration/user.test.ts";

/** No field of the product has this form. */
const NO_FIELD = "no field";
/** A row of the tables names it. */
const HERE = "here";

const CLAUSES: readonly (readonly [clause: string, ...held: string[]])[] = [
  [
    "Customer: code 20, name 50, short name 30, area 120, area code 20, address 255, contact 30, phone 20, description 250",
    `${CUSTOMERS}#["code", "x".repeat(21), "CUSTOMER_CODE_FORMAT"]`,
    `${CUSTOMERS}#["name", "名".repeat(51), "too_big"]`,
    `${CUSTOMERS}#["shortName", "s".repeat(31), "too_big"]`,
    `${CUSTOMERS}#["area", "a".repeat(121), "too_big"]`,
    `${CUSTOMERS}#["areaCode", "x".repeat(21), "too_big"]`,
    `${CUSTOMERS}#["address", "a".repeat(256), "too_big"]`,
    `${CUSTOMERS}#["contact", "c".repeat(31), "too_big"]`,
    `${CUSTOMERS}#["phone", "1".repeat(21), "too_big"]`,
    `${CUSTOMERS}#["description", "d".repeat(251), "too_big"]`,
  ],
  ["General: names 30 (or 20), codes 50, descriptions 250", HERE],
  ["Other bounds of 10, 80, 100, 120 and 255 apply on various fields", HERE],
  ["MAC is under 30 or 50", HERE],
  ["Topic is at most 64", `${FORWARD_RULES}#["topic", { publishTopic: "t".repeat(64) }`],
  ["Range text is at most 100", HERE],
  [
    "Other length rules: name 4-20, password 6-20,",
    `${ACCOUNTS}#["username", "abc", "accountName"]`,
    `${ACCOUNTS}#["username", "a".repeat(21), "accountName"]`,
    `${PASSWORDS}#["five characters"`,
  ],
  ["and bounds 1-50, 1-200, 2-20, 1-12 and 6-15 on various fields", NO_FIELD],
  ["Required", HERE],
  [
    "customer name, code, type, status, contact, phone, email",
    `${CUSTOMERS}#["name", undefined, "required"]`,
    `${CUSTOMERS}#["code", undefined, "required"]`,
    `${CUSTOMERS}#["type", undefined, "CUSTOMER_TYPE_EMPTY"]`,
    `${CUSTOMERS}#["status", undefined, "required"]`,
    `${CUSTOMERS}#["contact", "", "required"]`,
    `${CUSTOMERS}#["phone", "", "required"]`,
    `${CUSTOMERS}#["email", "", "required"]`,
  ],
  [
    "user name, account, role, role type, mobile, status",
    `${ACCOUNTS}#["name", undefined, "required"]`,
    `${ACCOUNTS}#["username", undefined, "required"]`,
    `${ACCOUNTS}#["roleId", undefined, "required"]`,
    `${ROLES}#["an unknown scope type"`,
    `${ACCOUNTS}#["mobile", undefined, "required"]`,
    `${ACCOUNTS}#["status", undefined, "USER_STATUS_EMPTY"]`,
  ],
  ["proxy customer", `${ROLES}#["an agent without a customer"`],
  ["operable resources", `${ROLES}#["no codes", { codes: [] }, "codes ROLE_RESOURCES_EMPTY"]`],
  [
    "parameter name, code and content",
    `${PARAMETERS}#["no name"`,
    `${PARAMETERS}#["no code"`,
    `${PARAMETERS}#["no content"`,
  ],
  ["login username, password and verification code", HERE],
  ["alarm time and time point", `${TRIGGERS}#["no minutes of a row"`, `${TRIGGERS}#["no time"`],
  ["an upload needs a selected file", HERE],
  [
    "Customer code: letters only (one reading), or letters and digits (other reading), max 20",
    `${CUSTOMERS}#["code", "a-b", "CUSTOMER_CODE_FORMAT"]`,
  ],
  ["Area code: letters, digits, underscore", `${CUSTOMERS}#["areaCode", "44-01", "word"]`],
  ["Codes elsewhere: letters and digits with no spaces, or English, digits and underscores", HERE],
  [
    "Email: valid format",
    `${ACCOUNTS}#["email", "nurse", "USER_EMAIL_FORMAT"]`,
    `${CUSTOMERS}#["email", "nobody", "email"]`,
  ],
  [
    "Phone: 11 digits, or 7-8 digits, or area code plus 7-8 digits",
    `${FIELDS}#"a phone"`,
    `${ACCOUNTS}#["mobile", "123456", "phone"]`,
  ],
  ["Customer phone: digits and hyphen", `${CUSTOMERS}#["phone", "----", "customerPhone"]`],
  ["Person name: 2-10 Chinese characters", `${ACCOUNTS}#["name", "林", "personName"]`],
  ["ID card: 15 or 18 digits, valid second-generation", NO_FIELD],
  [
    "Password: 6-20 letters and digits, both required",
    `${FIELDS}#["abcdef", "password"]`,
    `${FIELDS}#["123456", "password"]`,
  ],
  ["URL and IPv4 formats", HERE],
  [
    "Positive integer up to 5 digits",
    `${CATALOGUE}#["unitNumber", 0, "too_small"]`,
    `${CATALOGUE}#["unitNumber", 100_000, "too_big"]`,
  ],
  ["Digits only, 1-10 digits, exactly 3 digits", NO_FIELD],
  ["Integer ranges: -256..255; -327..327; 0..30; 11..26 (space-separated list); 0..60; -20..20; 0..100; 1..60", HERE],
  ["Temperature setting: -327.67..327.67 with up to 2 decimals", HERE],
  ["Humidity: 0..100 with up to 2 decimals", HERE],
  ["Intervals and report intervals: 1-65535, integer digits. Number field 1-65535", HERE],
  ["Network fields", HERE],
  ["ext_pan_id is 16 hex; appEUI is 16 alphanumerics", HERE],
  ["devEUI is 10; appKey is 32", HERE],
  ["Channel mask is values 0-31 separated by spaces; channel page 0-255", HERE],
  ["Network access interval 300-86400; interval 1-86400; power 0-20", HERE],
  [
    "Timeout 0-30 s; heartbeat 0-60 s; a cap of 100 on some values",
    `${FORWARD_RULES}#["timeout", { timeoutSeconds: 30 }`,
    `${FORWARD_RULES}#["heartbeat", { heartbeatSeconds: 60 }`,
    `${FORWARD_RULES}#["app key", { appKey: "k".repeat(100) }`,
  ],
  ["Longitude: integer part 0-180 with up to 6 decimals; latitude: 0-90 with up to 6 decimals", HERE],
  ["Monitoring interval values: numbers with up to two decimals", HERE],
  ["Time entries: hours max 23, minutes max 59, seconds max 59", HERE],
  [
    "Some integer fields are capped at 255, 327, 30, 26, 60, 20, 100 or 5 digits",
    `${DEVICE_RULES}#"channelPage", [255, 256], "too_big"`,
    `${DEVICE_RULES}#threshold, [measure === "humidity" ? 100 : 327.67, 327.68], "too_big"`,
    `${CATALOGUE}#["unitNumber", 100_000, "too_big"]`,
  ],
  ["Monitoring point names must not contain a Chinese comma or middle bar", HERE],
  ["Minimum must not exceed maximum (intervals and zones); the zone max must exceed the min", HERE],
  ["left range must not exceed right", `${PRESETS}#"maximum aboveMinimum"`],
  ["Start date must not be after end date", HERE],
  [
    "Time units: seconds not below 10; minutes or hours not below 1",
    `${TRIGGERS}#"nine seconds"`,
    `${TRIGGERS}#"an interval of nothing"`,
    `${MONITOR_TASKS}#{ intervalCount: 0, intervalUnit: "minute" }`,
  ],
  [
    "An alarm interval must be a number above 0, and alarm rows must be more than 30 minutes apart",
    `${TRIGGERS}#"an interval of nothing"`,
    `${TRIGGERS}#"rows thirty minutes apart"`,
    `${TRIGGER_RULES}#are more than thirty minutes apart`,
  ],
  ["At most 7 record times. Duplicate time points are not allowed", HERE],
  [
    "At least one item is required in acquisition times, print settings, printers, alarm days and time points",
    `${TRIGGERS}#"no day"`,
    `${TRIGGERS}#"no time"`,
    "tests/integration/print-group.test.ts#needs at least one printer, carrier, content and time",
  ],
  ["A unit of measure maps to only one monitoring interval", HERE],
  ["A thermometer-only device set cannot add a humidity monitoring range", HERE],
  ["Rule conditions under one rule must not repeat", `${TRIGGERS}#"the same twice"`],
  ["Calibration notice time cannot be before now", HERE],
  ["ZigBee: extended sampling interval must not exceed the sampling interval", HERE],
  ["LoRa and Zeta temperature and humidity rules", HERE],
  ["min report must not exceed max report or the sampling interval", HERE],
  ["max report must not be below min report or the sampling interval", HERE],
  ["sampling must not exceed max report", HERE],
  [
    "Role: the associated architecture is required when role type is customer use",
    `${ROLES}#["customer use without a place"`,
  ],
  ["at least one agent (proxy customer) is required for a proxy role", `${ROLES}#"customerIds ROLE_AGENT_EMPTY"`],
  ["operable resources are required", `${ROLES}#"codes ROLE_RESOURCES_EMPTY"`],
  ["the role's customer must match the current user's", `${ROLES}#a role does not move to another customer`],
  [
    "Password change: old, new and confirm required; new and confirm must match; old must be correct",
    `${PASSWORDS}#["no old one"`,
    `${PASSWORDS}#["no new one"`,
    `${PASSWORDS}#["no repetition"`,
    `${PASSWORDS}#["two that differ"`,
    `${PASSWORDS}#is not changed without the old one`,
  ],
  ["success forces re-login", `${PASSWORDS}#is changed, ends every session`],
  [
    "Contacts: at least one recipient, and the first row cannot be deleted",
    `${CONTACTS}#stays when the last two are removed at once`,
  ],
  ["A duplicate phone in the same group and level is rejected", `${CONTACTS}#have one phone in a group and level`],
  ["Same-customer selection is required for batch operations", HERE],
  ["Batch edits need same-type sensors, same-scope carriers and the same alarm-switch state", HERE],
  ["A carbon dioxide gas type cannot be batch-modified with other types", `${DEVICES}#gs_6`],
  [
    "Uploads: images are JPG or PNG, limits vary (500kb in some places, 2 MB in others, 20MB in others; all readings given)",
    HERE,
    `${PICTURES}#["an SVG with a script"`,
  ],
  ["Import files must be xlsx, in the right template, and not empty", HERE],
  [
    "Uniqueness: customer name, code, email and phone",
    `${CUSTOMERS}#cannot take what another one has: name, code, e-mail, phone`,
    `${OPENING}#beside what exists: name 418, code 420, e-mail 421, phone 422`,
  ],
  [
    "user account, name, phone and email",
    `${USERS}#is an account name, mobile or e-mail that anybody has, and a name that the customer has`,
  ],
  ["role name;", `${ROLES}#is a name that the customer has already, however it is written`],
  [
    "and names or codes of carrier, gateway, display, group",
    HERE,
    `${CONTACTS}#have a name of their own within the customer`,
  ],
  [
    "URI, app key, host port, platform code and name",
    `${FORWARDING}#["host and port"`,
    `${FORWARDING}#["platform code"`,
    `${FORWARDING}#["platform name"`,
    `${FORWARDING}#["app key"`,
  ],
  ["and number", HERE],
  [
    "Deletion: items in use or enabled cannot be deleted",
    HERE,
    `${MONITOR_TASKS}#cannot be deleted until it is stopped`,
  ],
  [
    "The last exception reason cannot be deleted",
    "tests/integration/exception-reason.test.ts#the last exception reason cannot be deleted",
  ],
  [
    "The default role cannot be deleted, including in a multiple selection",
    `${ROLE_LIFE}#is refused for the default one, the own one, one above, and within a selection`,
  ],
  [
    "A user must keep at least one entry; at least one data row must remain",
    `${ROLE_LIFE}#leaves a user when two delete the two last roles at once`,
  ],
  ["Range and customer nodes cannot be deleted or used for carrier setting", HERE],
  ["A child under a scope-level node is allowed only as a child", HERE],
  ["An alarm trigger bound to a carrier cannot be deleted", `${TRIGGERS}#"triggerBound"`],
  [
    "Deleting a role deletes its users after confirmation",
    `${ROLE_LIFE}#names its users first, and takes them with it when that is confirmed`,
  ],
  [
    "Deleting a customer deletes its ranges, equipment, scopes and users after confirmation",
    `${REMOVAL}#counts beforehand what will go`,
    `${REMOVAL}#leaves every table as it was before the customer came`,
  ],
  [
    "Administrator and system-permission roles can only be of the normal role type",
    `${ROLES}#["a delegable administrator"`,
    `${ROLES}#["a delegable platform administrator"`,
  ],
];

/** What stands between the clauses and says nothing of its own. */
const BETWEEN = [
  "**Length limits**",
  "**Formats**",
  "**Cross-field**",
  "****",
  '(each reports "cannot be empty")',
  "on various fields",
];

/** Lines of other sections that rows hold as well. */
const OTHER_LINES = ["Time zones -12 to +12", "mac is null or empty"];

const plain = (text: string) => text.replace(/[.:;\s]+$/g, "");

describe("specification section 5", () => {
  const rows: RuleCase[] = [];

  beforeAll(async () => {
    for (const file of readdirSync(FOLDER).filter((name) => name !== "rule-case.ts")) {
      const tables: unknown[] = Object.values(await import(path.join(FOLDER, file)));
      rows.push(...tables.filter(Array.isArray).flat());
    }
  });

  it("is made of these clauses in their order, with nothing left over", () => {
    const text = readFileSync(TEXT, "utf8");
    let at = 0;
    let rest = "";
    for (const [clause] of CLAUSES) {
      const found = text.indexOf(clause, at);
      expect(found, clause).toBeGreaterThanOrEqual(at);
      rest += text.slice(at, found);
      at = found + clause.length;
    }
    rest += text.slice(at);
    for (const words of BETWEEN) rest = rest.replaceAll(words, "");
    expect(rest.match(/[\p{L}\p{N}][^.;]*/gu) ?? []).toEqual([]);
  });

  it("has rows to hold it", () => {
    console.log(`section 5: ${CLAUSES.length} clauses, ${rows.length} rows`);
    expect(rows.length).toBeGreaterThan(CLAUSES.length);
    for (const { line, entity, field, passes, fails, rule } of rows) {
      for (const word of [line, entity, field, rule]) expect(word).toMatch(/\S/);
      expect(passes, `${line}: ${entity}.${field}`).not.toEqual(fails);
    }
  });

  it.each(CLAUSES.filter(([, ...held]) => held.includes(HERE)))("%s", (clause) => {
    expect(rows.filter(({ line }) => plain(line) === plain(clause)).length).toBeGreaterThan(0);
  });

  it("names a test for what others hold", () => {
    for (const [clause, ...held] of CLAUSES) {
      expect(held.length, clause).toBeGreaterThan(0);
      for (const holder of held.filter((one) => ![HERE, NO_FIELD].includes(one))) {
        const [, file = "", words = ""] = /^([^#]+)#(.+)$/.exec(holder) ?? [];
        const code = readFileSync(file, "utf8").replaceAll(/^\s*(\/\/|\*).*$/gm, "");
        expect(code, `${clause}: ${holder}`).toContain(words);
      }
    }
  });

  it("has no row whose line is no clause", () => {
    const known = new Set([...CLAUSES.map(([clause]) => clause), ...OTHER_LINES].map(plain));
    expect([...new Set(rows.map(({ line }) => line))].filter((line) => !known.has(plain(line)))).toEqual([]);
  });
});
