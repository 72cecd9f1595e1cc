import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SignatureDto } from "@/features/signature/signature.schema";
import { formatDuration } from "@/lib/datetime/format";
import { LOCALES, type Locale } from "@/lib/i18n/routing";
import type { SigningKey } from "@/lib/pdf/sign";
import { makeKeyPair, signingKeyOf } from "@/lib/pdf/signing-key";
import { flatPicture } from "@/lib/storage/flat-picture";
import { makePng } from "@/tests/factories/picture";
import { attachment, describeWithPoppler, foreignFonts, printed } from "@/tests/support/poppler";
import { printReport } from "./report.print";
import type { ProbeFigures, ReportContent, ReportLot, ReportSource } from "./report.schema";

const FROM = Date.UTC(2026, 10, 1, -8);
const TO = Date.UTC(2026, 10, 8, -8);
const HOUR_MS = 3_600_000;
const NAMES = ["疫苗冰箱1号", "试剂冷藏箱 喆", "ワクチン保管庫", "Nevera ñáé"];

const probeOf = (carrier: string, index: number): ProbeFigures => ({
  ...{
    probeId: index + 1,
    carrierId: index + 1,
    carrier,
    device: `SN-00${index}`,
    measure: "temperature",
    channel: "",
  },
  ...{ lower: 2, upper: 8, count: 168, minimum: 3.1, minimumAt: FROM, maximum: 9.4, maximumAt: TO },
  ...{ mean: 5.02, meanKineticTemperature: 5.11, askedSeconds: 604_800, observedSeconds: 600_000 },
  ...{ withinSeconds: 590_000, completeness: 0.992, passRate: 0.9833, aboveDegreeMinutes: 84, belowDegreeMinutes: 0 },
  ...{ invalidReadings: index, gapCount: 1, gapSeconds: 4800, gaps: [{ from: FROM, to: FROM + 4_800_000 }] },
});

const content: ReportContent = {
  type: "record",
  name: "2026-11 W1",
  customer: "市疾控中心",
  ...{ from: FROM, to: TO, timeZone: "Asia/Shanghai", author: "陈静", generatedAt: TO },
  sections: ["statistics", "charts", "excursions", "calibration", "data"],
  carriers: NAMES.map((name, index) => ({ id: index + 1, name, type: "refrigerator", place: "冷库" })),
  probes: [...NAMES.map(probeOf), { ...probeOf("-20", 4), meanKineticTemperature: null, kineticRefusal: "frozen" }],
  excursions: [
    {
      ...{ id: 1, carrier: NAMES[0] as string, device: "SN-000", deviceKind: "sensor", kind: "range", side: "above" },
      ...{ measure: "temperature", severity: "critical", startedAt: FROM + HOUR_MS, endedAt: FROM + 2 * HOUR_MS },
      ...{ peak: 9.4, degreeMinutes: 84, acknowledgedAt: null, isHandled: false, reason: null },
    },
  ],
  unlistedExcursions: 0,
  calibrations: [
    {
      ...{ deviceId: 1, carrier: NAMES[0] as string, device: "T1", serialNumber: "SN-000", certificate: "C-1" },
      ...{ laboratory: "计量院", calibratedOn: "2025-01-01", dueOn: "2026-01-01", isLapsed: true },
    },
  ],
  dataSha256: "0".repeat(64),
};
const at = Array.from({ length: 168 }, (_, hour) => FROM + hour * HOUR_MS);
const values = at.map((_, hour) => 5 + 4 * Math.sin(hour / 12));
const source: ReportSource = {
  bucketSeconds: { 1: 0, 2: 0, 3: 0, 4: 0 },
  series: NAMES.map((_, index) => ({ probeId: index + 1, at, min: values, mean: values, max: values })),
  csv: "2026-11-01T00:00:00+08:00,疫苗冰箱1号,SN-000,temperature,°C,5\r\n",
  isWhole: true,
};

let key: SigningKey;
beforeAll(() => {
  key = signingKeyOf(makeKeyPair("Frostline", new Date(TO)));
});

const print = (
  locale: Locale,
  rest: Partial<ReportContent> = {},
  more: Partial<Parameters<typeof printReport>[0]> = {},
) =>
  printReport({
    ...{
      content: { ...content, ...rest },
      source,
      version: 1,
      locale,
      signatures: [],
      contentHash: "a".repeat(64),
      wanted: [],
    },
    ...{ address: `https://console.example/${locale}/reportCheck?key=abc`, key, now: new Date(TO) },
    ...more,
  });

describe("printReport", () => {
  it("shows the drawn signatures of this version, each with its meaning and its person", async () => {
    const signed = (id: number, version: number): SignatureDto => ({
      ...{ id, version, meaning: "made", reason: null, account: "chen", printedName: "陈静" },
      ...{ at: new Date(TO).toISOString(), hasImage: true, state: "valid", changedFields: [] },
    });
    const box = { width: 60, height: 30 };
    const drawing = (await flatPicture(makePng({ width: 80, height: 30 }), box)) as Buffer;
    const images = async (drawings: [number, Buffer][]) => {
      const signatures = [signed(1, 1), signed(2, 2)];
      const bytes = await print("en-US", {}, { version: 2, signatures, drawings: new Map(drawings) });
      return bytes.toString("latin1").split("/Subtype /Image").length - 1;
    };
    expect(await images([])).toBe(0);
    expect(await images([[2, drawing]])).toBe(1);
    expect(await images([[1, drawing]])).toBe(0);
  });

  it("prints the same content to the same size, and every type", async () => {
    const first = await print("zh-CN");
    expect(first.subarray(0, 5).toString()).toBe("%PDF-");
    for (const type of ["excursions", "passRate", "calibration"] as const)
      expect(
        (await print("en-US", { type, sections: ["excursions", "passRate", "calibration"] })).length,
      ).toBeGreaterThan(10_000);
  });
});

/** A lot to which a person gave three minutes back. */
const lot = {
  ...{ id: 1, number: "H2607A", product: "HBV-10", code: "HBV-10", expiresOn: null, quantity: null, unit: "" },
  ...{ stays: [], outcome: { state: "usable", by: "person", reasons: [] }, verdict: { budget: [] } },
  decisions: [
    {
      ...{ decision: "addBack", reason: "door", target: "unobserved", minutes: 3, verdict: "usable", signatures: [] },
      ...{ decidedAt: TO, userName: "陈静" },
    },
  ],
} as unknown as ReportLot;

describeWithPoppler("a report in other programs", () => {
  const folder = mkdtempSync(join(tmpdir(), "report-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const textOf = async (locale: Locale, rest: Partial<ReportContent>) => {
    const file = join(folder, "text.pdf");
    writeFileSync(file, await print(locale, rest));
    return printed("pdftotext", "-layout", file, "-");
  };

  it.each([
    ["zh-CN", "door-left-open", /已确认：门未关/],
    ["en-US", "other", /Acknowledged: .*Other/],
    ["en-US", null, /Acknowledged: .*Door ajar/],
  ] as const)("names a shipped reason in %s: %s", async (locale, reasonCode, words) => {
    const [first] = content.excursions as [ReportContent["excursions"][number]];
    const text = await textOf(locale, {
      sections: ["excursions"],
      excursions: [{ ...first, acknowledgedAt: FROM, reason: "Door ajar", reasonCode }],
    });
    expect(text.replaceAll(/\s+/g, " ")).toMatch(words);
  });

  it("breaks no word of a table, and says that values without a certificate are counted", async () => {
    const calibration = { ...(content.calibrations[0] as ReportContent["calibrations"][number]), dueOn: null };
    const text = await textOf("en-US", { calibrations: [calibration] });
    for (const word of ["Temperature", "Readings", "Degree-min"]) expect(text).toMatch(new RegExp(`\\b${word}\\b`));
    expect(text).not.toMatch(/\bReading\b/);
    expect(text).toContain("Data quality");
    expect(text).toMatch(/No calibration certificate +The values are counted/);
  });

  for (const locale of LOCALES)
    it(`is valid, signed, readable and complete in ${locale}`, async () => {
      const file = join(folder, `${locale}.pdf`);
      const bytes = await print(locale);
      writeFileSync(file, bytes);
      expect(printed("qpdf", "--check", file)).toContain("No syntax or stream encoding errors");
      expect(printed("pdfsig", "-nocert", file)).toContain("Signature is Valid");
      expect(printed("pdfsig", "-nocert", file)).toContain("ETSI.CAdES.detached");
      expect(printed("pdfsig", "-nocert", file)).toContain("Total document signed");
      const text = printed("pdftotext", "-layout", file, "-");
      for (const name of NAMES) expect(text).toContain(name);
      expect(text).toContain("°C");
      expect(text.match(/– ?\*/g)).toHaveLength(1);
      expect(text).toMatch(/^ *\* .*/m);
      expect(text).not.toContain("□");
      expect(foreignFonts(file)).toEqual([]);
      for (const line of printed("pdffonts", file).trim().split("\n").slice(2)) expect(line).toContain("NotoSansSC");
      expect(attachment(file, "data.csv")).toContain(source.csv);
      const lots = join(folder, `${locale}-lots.pdf`);
      writeFileSync(lots, await print(locale, { type: "lot", sections: ["decisions"], probes: [], lots: [lot] }));
      const bare = printed("pdftotext", lots, "-").replaceAll(/\s/g, "");
      expect(bare).toContain(formatDuration(180_000, locale).replaceAll(/\s/g, ""));
      expect(printed("pdfinfo", file)).toMatch(/Tagged: +yes/);
      const american = join(folder, `${locale}-fahrenheit.pdf`);
      writeFileSync(american, await print(locale, { temperatureUnit: "fahrenheit" }));
      const shown = printed("pdftotext", "-layout", american, "-");
      expect(shown).toContain("°F");
      expect(shown).not.toContain("°C");
      const broken = Buffer.from(bytes);
      broken[2000] = (broken[2000] as number) ^ 1;
      writeFileSync(file, broken);
      expect(printed("pdfsig", "-nocert", file)).not.toContain("Signature is Valid");
    });
});
