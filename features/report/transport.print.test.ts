import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LOCALES, type Locale } from "@/lib/i18n/routing";
import { makeKeyPair, signingKeyOf } from "@/lib/pdf/signing-key";
import { flatPicture } from "@/lib/storage/flat-picture";
import { makePng } from "@/tests/factories/picture";
import { describeWithPoppler, foreignFonts, printed } from "@/tests/support/poppler";
import { printReport } from "./report.print";
import type { ReportContent, ReportSource } from "./report.schema";
import { REPORT_TYPE_RULES } from "./sections.rules";
import { SKETCH, trackSketch } from "./track.print";
import type { ReportTransport } from "./transport.schema";

const MINUTE = 60_000;
const FROM = Date.UTC(2026, 10, 27, 8);
const TO = FROM + 120 * MINUTE;
const NUMBER = "T261127-004";

const transport: ReportTransport = {
  ...{ id: 4, number: NUMBER, reference: "SO-4711", state: "refused", consignor: "Lager Ost", consignee: "Klinik Süd" },
  ...{ note: "", loadedAt: FROM, closedAt: TO, verdict: "quarantine" },
  precooling: { state: "outside", requiredMinutes: 30, withinMinutes: 20, outsideMinutes: 10, observedMinutes: 30 },
  stops: [
    {
      ...{ name: "Lager Ost", geofence: "Lager Ost", plannedArriveAt: null, plannedDepartAt: FROM + 5 * MINUTE },
      ...{ arrivedAt: FROM, departedAt: FROM + 8 * MINUTE, carrier: "M IF 2102" },
    },
    {
      ...{ name: "疾控中心", geofence: null, plannedArriveAt: FROM + 60 * MINUTE, plannedDepartAt: null },
      ...{ arrivedAt: TO - 20 * MINUTE, departedAt: null, carrier: null },
    },
  ],
  rides: [{ carrier: "M IF 2102", from: FROM, to: TO, driven: { metres: 12_345, drivingMs: 4e6, stoppedMs: 2e6 } }],
  events: [
    {
      kind: "exit",
      at: FROM + 8 * MINUTE,
      carrier: "M IF 2102",
      geofence: "Lager Ost",
      longitude: 11.6,
      latitude: 48.1,
    },
    {
      ...{ kind: "stay", at: FROM, until: FROM + 8 * MINUTE, carrier: "M IF 2102", longitude: 11.6, latitude: 48.1 },
      place: "Rosenheimer Platz",
    },
  ],
  unlistedEvents: 2,
  places: [{ id: 1, longitude: 11.55, latitude: 48.12 }],
  handovers: [
    {
      ...{ id: 9, answer: "refused", receiverName: "Jonas Maier", remark: "Über 7 °C", answeredAt: TO - MINUTE },
      ...{ receivedAt: TO, isClockRight: true, photos: 2, drawing: "0".repeat(64) },
      signature: { name: "Jonas Maier", at: new Date(TO).toISOString(), state: "valid" },
    },
  ],
};
const content: ReportContent = {
  ...{ type: "transport", name: `${NUMBER} Lager Ost – 疾控中心`, customer: "Isarfrische", author: "陈静" },
  ...{
    from: FROM,
    to: TO,
    timeZone: "Europe/Berlin",
    generatedAt: TO,
    sections: [...REPORT_TYPE_RULES.transport.chosen],
  },
  carriers: [{ id: 1, name: "M IF 2102", type: "vehicle", place: "Fuhrpark" }],
  ...{ probes: [], unlistedExcursions: 0, calibrations: [], lots: [], unlistedLots: 0, transport },
  excursions: [
    {
      ...{ id: 1, carrier: "M IF 2102", device: "S1", deviceKind: "sensor", kind: "range", measure: "temperature" },
      ...{
        side: "above",
        severity: "critical",
        startedAt: FROM + 30 * MINUTE,
        endedAt: FROM + 36 * MINUTE,
        peak: 12.4,
      },
      ...{ degreeMinutes: 20, acknowledgedAt: null, isHandled: false, reason: null },
    },
  ],
  dataSha256: "0".repeat(64),
};
const TRACK = { longitude: [11.6, 11.57, 11.55, 11.5], latitude: [48.1, 48.11, 48.12, 48.15] };

let print: (locale: Locale) => Promise<Buffer>;
beforeAll(async () => {
  const key = signingKeyOf(makeKeyPair("Frostline", new Date(TO)));
  const drawing = await flatPicture(makePng({ width: 80, height: 30, seed: 200 }), { width: 40, height: 40 });
  const source: ReportSource = {
    ...{ bucketSeconds: {}, series: [], csv: "", isWhole: true, tracks: [TRACK] },
    drawings: { 9: (drawing as Buffer).toString("base64") },
  };
  print = (locale) =>
    printReport({
      ...{ content, source, version: 1, locale, signatures: [], contentHash: "a".repeat(64), wanted: [] },
      ...{ address: `https://console.example/${locale}/reportCheck?key=abc`, key, now: new Date(TO) },
    });
});

it("a transport is printed in every language", async () => {
  for (const locale of LOCALES) expect((await print(locale)).subarray(0, 5).toString()).toBe("%PDF-");
});

describe("the sketch of a track", () => {
  const drawn = { places: transport.places, from: "A & B", to: "<C>", locale: "en-US" };

  it("lies within its frame, with names, ends, excursions and a scale", () => {
    const svg = trackSketch({ ...drawn, tracks: [TRACK] }) as string;
    const [, points = ""] = /points="([^"]+)"/.exec(svg) ?? [];
    const places = points.split(" ").map((pair) => pair.split(",").map(Number) as [number, number]);
    expect(places).toHaveLength(TRACK.longitude.length);
    for (const [x, y] of places) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(SKETCH.width);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(SKETCH.height);
    }
    // West is at the left, north at the top.
    expect(places[0]?.[0]).toBeGreaterThan(places.at(-1)?.[0] as number);
    expect(places[0]?.[1]).toBeGreaterThan(places.at(-1)?.[1] as number);
    expect(svg.match(/<circle/g)).toHaveLength(3);
    expect(svg).toContain("&#60;C&#62;");
    expect(svg).toContain("5 km");
  });

  it("is none without a way, and small for a vehicle that stood", () => {
    expect(trackSketch({ ...drawn, tracks: [] })).toBeNull();
    expect(trackSketch({ ...drawn, tracks: [{ longitude: [11], latitude: [48] }] })).toBeNull();
    const parked = { longitude: [11.6, 11.6001], latitude: [48.1, 48.1001] };
    expect(trackSketch({ ...drawn, places: [], tracks: [parked] })).toContain("200 m");
  });
});

describe("a picture of strangers", () => {
  const box = { width: 40, height: 40 };

  it("is written anew within its box, and refused if it cannot be decoded", async () => {
    const small = (await flatPicture(makePng({ width: 80, height: 30 }), box)) as Buffer;
    expect([small.readUInt32BE(16), small.readUInt32BE(20)]).toEqual([40, 15]);
    expect(await flatPicture(makePng().subarray(0, 50), box)).toBeNull();
  });
});

describeWithPoppler("a transport in other programs", () => {
  const folder = mkdtempSync(join(tmpdir(), "transport-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const ANSWERS: Record<Locale, string> = {
    "zh-CN": "已拒收",
    "en-US": "Refused",
    es: "Rechazado",
    ja: "受け取り拒否",
  };
  for (const locale of LOCALES)
    it(`is valid and readable in ${locale}`, async () => {
      const file = join(folder, `${locale}.pdf`);
      writeFileSync(file, await print(locale));
      expect(printed("qpdf", "--check", file)).toContain("No syntax or stream encoding errors");
      expect(foreignFonts(file)).toEqual([]);
      const text = printed("pdftotext", "-layout", file, "-");
      for (const said of [NUMBER, ANSWERS[locale], "Jonas Maier", "Über 7 °C", "SO-4711", "48.12, 11.55"])
        expect(text).toContain(said);
      expect(text).not.toContain("□");
    });
});
