import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/db/client";
import { carrierZone, zone } from "@/db/schema";
import { makeReport } from "@/features/report/report.jobs";
import { reports } from "@/features/report/report.operations";
import type { ProbeFigures, ReportDetailDto } from "@/features/report/report.schema";
import { reportOutcome } from "@/features/report/template/template.service";
import { getStatistics } from "@/features/telemetry/history/statistics.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { customerScope } from "@/lib/auth/scope";
import { formatDuration } from "@/lib/datetime/format";
import { LOCALES, type Locale } from "@/lib/i18n/routing";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { readFile } from "@/lib/stored-file/stored-file";
import { formatNumber, formatReading } from "@/lib/units/format";
import { accountContext, makeUser } from "../factories/account";
import { makeLot, makeProduct } from "../factories/goods";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";
import { attachment, describeWithPoppler, foreignFonts, printed } from "../support/poppler";
import { runQueue } from "../support/run-queue";

const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 2, 10, 8);
/** One a minute. */
const READINGS = 240;
const END = START + READINGS * MINUTE_MS;

const folder = mkdtempSync(join(tmpdir(), "report-"));
let fridge: Awaited<ReturnType<typeof makeFridge>>;
let maker: OperationContext;
let customerId: number;
let lotId: number;

beforeAll(async () => {
  const owner = await makeCustomer(db(), { timeZone: "Asia/Shanghai" });
  customerId = owner.id;
  fridge = await makeFridge(db(), owner, { measures: ["temperature"] });
  await db().$client`update device set report_interval_seconds = 60 where id = ${fridge.sensor.id}`;
  const range = { customerId, name: "cold", measure: "temperature" as const, minimum: 2, maximum: 8 };
  const [row] = await db().insert(zone).values(range).returning();
  const bound = { carrierId: fridge.carrier.id, measure: "temperature" as const, zoneId: row?.id as number };
  await db().insert(carrierZone).values(bound);
  const readings = Array.from({ length: READINGS }, (_, minute) => ({
    device: fridge.sensor.serialNumber,
    at: START + minute * MINUTE_MS,
    values: { temperature: minute >= 45 && minute < 77 ? 9.37 + minute / 1000 : 4.63 + minute / 700 },
  }));
  await ingest(deviceContext(customerId, new Date(END)), readings);
  lotId = (
    await makeLot(db(), await makeProduct(db(), customerId), [
      { carrierId: fridge.carrier.id, placedAt: new Date(START) },
    ])
  ).id;
  maker = await accountContext(db(), await makeUser(db(), customerId));
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

type Asked = Pick<
  Parameters<typeof reports.create.call>[1],
  "type" | "sections" | "carrierIds" | "lotIds" | "from" | "to"
>;

/** Makes a report in all languages; resolves with it and the text of each file without spaces. */
async function make(asked: Asked): Promise<{ report: ReportDetailDto; texts: Map<Locale, string> }> {
  const { id } = await reports.create.call(maker, { ...asked, name: "printed", locales: [...LOCALES] });
  await runQueue([makeReport]);
  const texts = new Map<Locale, string>();
  for (const { locale, fileId } of (await reportOutcome(db(), customerScope(customerId), id)).files) {
    const file = join(folder, `${id}.pdf`);
    writeFileSync(file, (await readFile(db(), fileId)).content);
    expect(printed("qpdf", "--check", file)).toContain("No syntax or stream encoding errors");
    expect(printed("pdfsig", "-nocert", file)).toContain("Signature is Valid");
    expect(foreignFonts(file)).toEqual([]);
    const isAttached = asked.sections.includes("data");
    const data = attachment(file, "data.csv");
    expect(data?.split("\n").filter((line) => line.includes(fridge.sensor.serialNumber)).length).toBe(
      isAttached ? READINGS : undefined,
    );
    texts.set(locale, bare(printed("pdftotext", "-layout", file, "-")));
  }
  return { report: await reports.get.call(maker, { id }), texts };
}

/** A cell may be broken into lines. */
const bare = (text: string) => text.replaceAll(/\s/g, "");

describeWithPoppler("a printed report", () => {
  it("has the figures of the statistics to the digit, in each language", async () => {
    const sections = ["statistics", "charts", "excursions", "calibration", "data"] as const;
    const asked = { carrierIds: [fridge.carrier.id], from: START, to: END };
    const { report, texts } = await make({ ...asked, type: "record", sections: [...sections] });
    const range = {
      carrierIds: String(fridge.carrier.id),
      from: new Date(START).toISOString(),
      to: new Date(END).toISOString(),
    };
    const { probes } = await getStatistics.call(maker, range as never);
    const [figures, known] = [report.content?.probes[0] as ProbeFigures, probes[0]];
    for (const name of ["count", "minimum", "maximum", "mean", "meanKineticTemperature", "passRate"] as const)
      expect(figures[name], name).toBe(known?.[name]);
    for (const [locale, text] of texts) {
      for (const name of ["minimum", "maximum", "mean", "meanKineticTemperature"] as const)
        expect(text, `${name} in ${locale}`).toContain(bare(formatReading(figures[name], "temperature", locale).text));
      for (const rate of [figures.passRate, figures.completeness])
        expect(text).toContain(bare(`${formatNumber((rate ?? 0) * 100, locale, 2)} %`));
      expect(text).toContain(bare(formatNumber(figures.count, locale)));
      expect(text).toContain(fridge.sensor.serialNumber);
    }
    expect(texts.size).toBe(LOCALES.length);
  });

  it("has the arithmetic of a verdict, in each language", async () => {
    const { report, texts } = await make({
      ...{ type: "lot", sections: ["verdict", "placements", "decisions"], lotIds: [lotId] },
    });
    const [lot] = report.content?.lots ?? [];
    const [row] = lot?.verdict.budget ?? [];
    expect(row?.usedMs).toBeCloseTo(32 * MINUTE_MS, -4);
    for (const [locale, text] of texts) {
      expect(text).toContain(bare(lot?.number ?? "-"));
      const minutes = (ms: number) => bare(formatDuration(Math.round(ms / MINUTE_MS) * MINUTE_MS, locale));
      for (const ms of [row?.usedMs ?? 0, row?.allowedMs ?? 0, row?.leftMs ?? 0])
        expect(text, `${ms} in ${locale}`).toContain(minutes(ms));
      expect(text).toContain(bare(fridge.carrier.name));
      expect(text).not.toContain("□");
    }
    expect(texts.size).toBe(LOCALES.length);
  });
});
