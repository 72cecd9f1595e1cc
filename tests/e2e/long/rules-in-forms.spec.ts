import { type APIRequestContext, expect, type Locator, type Page, type Request } from "@playwright/test";
import { carrierRules } from "../../contract/rules/carrier";
import { configurationRules } from "../../contract/rules/configuration";
import { deviceRules } from "../../contract/rules/device";
import { mountingRules } from "../../contract/rules/mounting";
import { rangeRules } from "../../contract/rules/range";
import type { RuleCase } from "../../contract/rules/rule-case";
import { sceneRules } from "../../contract/rules/scene";
import { stamp, textOf, textsOf } from "../../support/error-catalogue";
import { signIn } from "../../support/sign-in";
import { test } from "../../support/test";

// A sample of the rows that hold specification, section 5: each in the form that a customer's administrator fills in.
// What is typed against a rule is answered beside its field, and the answer goes with the mistake.

test.use({ actionTimeout: 10_000 });

const LOCALE = "zh-CN";
const words = (namespace: string, key: string) => textOf(textsOf(LOCALE, namespace), key);
const dialogOf = (page: Page) => page.getByRole("dialog");

/** What is typed, by the path of the field in the input. */
type Typed = Record<string, string>;
type Sample = {
  row: RuleCase;
  /** The field that is blamed, where the row is about several. */
  at?: string;
  /** What the field needs beside it to be right. */
  others?: Typed;
  /** What is taken away again where the server alone knows the rule, or the right value would be saved. */
  without?: string;
};
type Form = {
  name: string;
  open: (page: Page) => Promise<void>;
  labelOf: (field: string) => string;
  samples: readonly Sample[];
  /** Keeps a form from being sent that lacks nothing. */
  mistake?: Typed;
  /** How many of the samples the server has to refuse. */
  refusals?: number;
};

/** The row of a table at this field with this rule. */
function rowOf(table: readonly RuleCase[], entity: string, field: string, rule: string): RuleCase {
  const row = table.find((one) => one.entity === entity && one.field === field && one.rule === rule);
  if (!row) throw new Error(`no row ${entity} ${field} ${rule}`);
  return row;
}

/** The rows about certificates speak of this day as today. */
const ROW_DAY = "2026-11-20";
const DAY_MS = 86_400_000;
const shifted = (day: unknown, at: number) =>
  new Date(Date.parse(String(day)) - Date.parse(ROW_DAY) + at).toISOString().slice(0, 10);
/** About today, a day further from the edge on each side: midnight in Shanghai may pass while the form is filled in. */
const aroundToday = (row: RuleCase): RuleCase => {
  const today = Date.parse(new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai" }).format(new Date()));
  return { ...row, passes: shifted(row.passes, today + DAY_MS), fails: shifted(row.fails, today - DAY_MS) };
};

/** A value of a row as it is typed: one of several fields by its own name, a single one by that of the row. */
function typed({ field }: RuleCase, value: unknown): Typed {
  if (typeof value !== "object" || value === null) return { [field]: String(value) };
  const prefix = /^(settings|attributes)\b/.exec(field)?.[1];
  const named = Object.entries(value).filter(([name]) => name !== "measure");
  return Object.fromEntries(named.map(([name, one]) => [prefix ? `${prefix}.${name}` : name, String(one)]));
}

/** The text of the rule; the bound that it names is the value that just passes. */
function messageOf({ rule, passes }: RuleCase): string | RegExp {
  const isLength = /^too_/.test(rule) && typeof passes === "string";
  const text = words("error", `rule.${rule}${isLength ? "_characters" : ""}`);
  const bound = typeof passes === "string" ? passes.length : passes;
  if (/^too_/.test(rule) && typeof bound === "number")
    return text.replace(/\{limit[^}]*\}/, bound.toLocaleString(LOCALE));
  const parts = text
    .split(/\{(?:limit|minimum|maximum)[^}]*\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  // A figure has its unit.
  return new RegExp(`^${parts.join(String.raw`−?[\d.,]+(?: \S+?)?`)}$`);
}

const named = (form: Locator, label: string): Locator =>
  form.getByLabel(new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?: \\([^)]*\\))?\\*?$`));

const deviceLabel = (field: string) =>
  words("device", field.startsWith("settings.") ? field.replace("settings.", "setting.") : `field.${field}`);

async function newDevice(page: Page, kind: "sensor" | "gateway", typeCode: string): Promise<void> {
  await page.goto(`/${LOCALE}/device/${kind}?form=new`);
  await named(dialogOf(page), deviceLabel("typeCode")).selectOption(typeCode);
}

const climate = (minimum: number, sampling: number, maximum: number): Typed => ({
  "settings.humidityMinReportIntervalSeconds": String(minimum),
  "settings.humiditySampleIntervalSeconds": String(sampling),
  "settings.humidityMaxReportIntervalSeconds": String(maximum),
});

let deviceId = 0;
const inWindow = (key: string, namespace: string) => async (page: Page) => {
  await page.goto(`/${LOCALE}/SensorDetail?id=${deviceId}`);
  await page
    .getByRole("button", { name: words(namespace, key) })
    .first()
    .click();
};

const FORMS: readonly Form[] = [
  {
    name: "a node",
    open: async (page) => {
      await page.goto(`/${LOCALE}/arch/architecture`);
      await page.getByRole("treeitem").first().click();
      await page.getByRole("button", { name: words("scene", "panel.child") }).click();
      await named(dialogOf(page), words("scene", "form.kind")).selectOption("2");
    },
    labelOf: (field) => words("scene", `form.${field}`),
    samples: [
      { row: rowOf(sceneRules, "scene", "name", "too_big") },
      { row: rowOf(sceneRules, "scene", "code", "word") },
      { row: rowOf(sceneRules, "scene", "longitude", "degrees180"), others: { latitude: "0" } },
      { row: rowOf(sceneRules, "scene", "latitude", "degrees90"), others: { longitude: "0" } },
    ],
  },
  {
    name: "a carrier",
    open: async (page) => {
      await page.goto(`/${LOCALE}/carrier/refrigerator?form=new`);
    },
    labelOf: (field) =>
      words("carrier", field.startsWith("attributes.") ? field.replace("attributes.", "attribute.") : `field.${field}`),
    samples: [
      { row: rowOf(carrierRules, "carrier", "name", "pointName") },
      { row: rowOf(carrierRules, "carrier", "name", "required") },
      { row: rowOf(carrierRules, "carrier", "longitude", "degrees"), others: { latitude: "0" } },
      { row: rowOf(carrierRules, "carrier", "attributes", "too_small"), at: "attributes.volumeLitres" },
    ],
  },
  {
    name: "a sensor",
    open: (page) => newDevice(page, "sensor", "lora_2"),
    labelOf: deviceLabel,
    samples: [
      { row: rowOf(deviceRules, "zbp_2", "name", "too_big") },
      // A sensor needs no name of its own, so its serial number alone would be sent.
      { row: rowOf(deviceRules, "zbp_2", "serialNumber", "serialNumber"), others: { name: "x".repeat(200) } },
      { row: rowOf(deviceRules, "zbp_2", "reportIntervalSeconds", "too_big") },
      { row: rowOf(deviceRules, "lora_2", "settings.extPanId", "extPanId") },
      { row: rowOf(deviceRules, "lora_2", "settings.temperatureMinReportIntervalSeconds", "minReportOverSampling") },
    ],
  },
  {
    name: "a gateway",
    open: (page) => newDevice(page, "gateway", "gt_1"),
    labelOf: deviceLabel,
    samples: [
      { row: rowOf(deviceRules, "gateway", "mac", "required") },
      { row: rowOf(deviceRules, "gateway", "settings.ownIp", "ipv4") },
      { row: rowOf(deviceRules, "gateway", "settings.port", "too_big") },
    ],
  },
  {
    name: "the configuration of a radio",
    open: inWindow("setUp", "configuration"),
    labelOf: deviceLabel,
    samples: [
      { row: rowOf(configurationRules, "configuration", "settings.appKey", "appKey") },
      { row: rowOf(configurationRules, "configuration", "settings.channelMask", "channelMask") },
      { row: rowOf(configurationRules, "configuration", "settings.networkAccessIntervalSeconds", "too_small") },
      {
        row: rowOf(configurationRules, "configuration", "settings", "maxReportUnderSampling"),
        at: "settings.temperatureMaxReportIntervalSeconds",
      },
    ],
    mistake: climate(601, 700, 600),
  },
  {
    name: "a range",
    open: async (page) => {
      await page.goto(`/${LOCALE}/arch/detection?form=new`);
    },
    labelOf: (field) => words("zone", `field.${field}`),
    samples: [
      { row: rowOf(rangeRules, "zone", "minimum", "temperatureSetting") },
      { row: rowOf(rangeRules, "zone", "maximum", "twoDecimals") },
      { row: rowOf(rangeRules, "zone", "maximum", "aboveMinimum") },
    ],
  },
  {
    name: "a certificate",
    open: inWindow("add", "calibration"),
    labelOf: (field) => words("calibration", `field.${field}`),
    samples: [
      { row: rowOf(mountingRules, "calibration", "certificateNumber", "required") },
      {
        row: aroundToday(rowOf(mountingRules, "calibration", "noticeOn", "noticeBeforeNow")),
        others: { certificateNumber: "1", laboratory: "Laboratory" },
        without: "laboratory",
      },
    ],
    refusals: 1,
  },
];

/** Types the sample's values, and what has to stand beside them. */
async function fill(page: Page, { labelOf }: Form, values: Typed): Promise<void> {
  for (const [field, value] of Object.entries(values)) await named(dialogOf(page), labelOf(field)).fill(value);
}

async function trySample(page: Page, form: Form, { row, at = row.field, others = {}, without }: Sample): Promise<void> {
  const submit = () => dialogOf(page).locator('button[type="submit"]').click();
  const control = named(dialogOf(page), form.labelOf(at));
  const message = messageOf(row);
  const [wrong, right] = [typed(row, row.fails), typed(row, row.passes)];
  await fill(page, form, { ...others, ...wrong });
  await submit();
  await expect(control, `${row.field} ${row.rule}`).toHaveAccessibleDescription(message);
  await expect(control).toHaveAttribute("aria-invalid", "true");
  await fill(page, form, { ...right, ...(without && { [without]: "" }) });
  await submit();
  await expect(control).not.toHaveAccessibleDescription(message);
  await expect(control).not.toHaveAttribute("aria-invalid");
  // Empty again: a form that lacks what it needs is not sent.
  await fill(page, form, Object.fromEntries(Object.keys({ ...others, ...right }).map((field) => [field, ""])));
}

const isWrite = (request: Request) => request.method() !== "GET" && request.url().includes("/service/");
/** What the rules of zod and our own are refused with. */
const INVALID = 422;

async function clear(request: APIRequestContext, id: number): Promise<void> {
  await request.post("/service/device/disable", { data: { ids: [id] } });
  expect((await request.delete("/service/device", { data: { ids: [id] } })).status()).toBe(200);
}

test("what breaks a rule is told beside its field, and nothing of it is saved", async ({ context, page }) => {
  // Seven forms, a few seconds each.
  await signIn(context, "admin");
  const data = { name: `Rules ${stamp}`, serialNumber: `RULES-${stamp}`, typeCode: "lora_2" };
  const made = await context.request.post("/service/sensor", { data });
  expect(made.status(), await made.text()).toBe(200);
  deviceId = ((await made.json()) as { result: { id: number } }).result.id;
  const answers: number[] = [];
  page.on("response", (response) => isWrite(response.request()) && answers.push(response.status()));
  try {
    for (const form of FORMS)
      await test.step(form.name, async () => {
        await form.open(page);
        await fill(page, form, form.mistake ?? {});
        for (const sample of form.samples) await trySample(page, form, sample);
        expect(answers.splice(0)).toEqual(Array(form.refusals ?? 0).fill(INVALID));
        await expect(dialogOf(page)).toBeVisible();
      });
  } finally {
    await clear(context.request, deviceId);
  }
});
