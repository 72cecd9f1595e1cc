import { describe, expect, it } from "vitest";
import type { ChartPanel } from "@/components/chart/chart-panel";
import { withLoggers } from "./components/overlay-panels";
import type { LoggerSeriesDto, OverlayFile } from "./overlay.schema";

const wording = {
  locale: "en-US",
  t: (key: string) => key,
  tLogger: (key: string, values?: Record<string, string>) => `${key} ${values?.name}`,
};
const files = [{ id: 7, loggerSerial: "99", fileName: "a.txt" } as OverlayFile];
const panel = { id: "temperature", lines: [{ id: "1" }] } as unknown as ChartPanel;
const of = { fileId: 7, channel: 1 } as const;
const data: LoggerSeriesDto = {
  bucketSeconds: 0,
  series: [{ ...of, measure: "humidity", at: [0, 60_000], min: [50, 51], mean: [50, 51], max: [50, 51] }],
  days: [{ ...of, measure: "temperature", from: 0, to: 86_400_000, min: 2, mean: 4, max: 8 }],
};

describe("withLoggers", () => {
  it("leaves the panels as they are while nothing is switched on", () => {
    expect(withLoggers([panel], { data: undefined, files }, wording)).toEqual([panel]);
  });

  it("draws days as bars over the panel of their measure, and what no device measures in a panel of its own", () => {
    const [temperature, humidity, ...more] = withLoggers([panel], { data, files }, wording);
    expect(more).toEqual([]);
    expect(temperature?.lines.map(({ id }) => id)).toEqual(["1", "logger-7-temperature-1-days"]);
    expect(temperature?.lines[1]).toMatchObject({
      name: "overlay.dayLine 99",
      stroke: { dash: "dashed" },
      hasBand: true,
      columns: { min: [2, 2, null], mean: [4, 4, null], max: [8, 8, null] },
    });
    expect(humidity).toMatchObject({
      id: "humidity",
      lines: [{ name: "overlay.line 99", stroke: { dash: "dashed" } }],
    });
  });
});
