import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { loadMessages } from "@/lib/i18n/load-messages";
import type { TraceView } from "../track.schema";
import { JourneyList } from "./journey-list";

const HOUR_MS = 3_600_000;
const START = Date.parse("2026-11-20T06:00:00Z");
const trip = (hour: number, fromName: string | null, toName: string | null) => ({
  ...{ from: START + hour * HOUR_MS, to: START + (hour + 1) * HOUR_MS, fromName, toName },
  ...{ distanceMetres: 30_000, maximumKmh: 60, averageKmh: 30 },
});
const view = {
  ...{ now: START + 9 * HOUR_MS, timeZone: "UTC", probes: [], history: null },
  trace: {
    trips: [trip(0, "Depot", "Clinic"), trip(3, "Clinic", null)],
    stops: [
      { from: START + HOUR_MS, to: START + 3 * HOUR_MS, longitude: 11.5, latitude: 48.1, name: "Clinic" },
      { from: START + 4 * HOUR_MS, to: START + 5 * HOUR_MS, longitude: 11.6, latitude: 48.2, name: null },
    ],
    silences: [],
    track: {
      at: [START, START + 4 * HOUR_MS],
      longitude: [11.4, 11.6],
      latitude: [48, 48.2],
      speedKmh: [0, 0],
    },
  },
  temperatures: [
    { from: START, probeId: 1, minimum: 2.04, maximum: 7.8 },
    { from: START, probeId: 2, minimum: -21, maximum: -18.5 },
  ],
} as unknown as TraceView;

async function lines(probeId: number | undefined): Promise<string[]> {
  const messages = (await loadMessages("en-US")) as never;
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en-US" messages={messages} timeZone="UTC">
      <JourneyList view={view} at={START} probeId={probeId} onShow={() => {}} />
    </NextIntlClientProvider>,
  );
  return html
    .split("</li>")
    .slice(0, -1)
    .map((line) =>
      line
        .replaceAll(/<[^>]*>/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    );
}

describe("the list of trips and stops", () => {
  it("begins with the newest", async () => {
    const found = await lines(1);
    expect(found.map((line) => line.split(" ")[0])).toEqual(["Stop", "Trip", "Stop", "Trip"]);
    expect(found[3]).toContain("today 06:00 – 07:00");
  });

  it("names the ends of trips and the stops, by their position where nobody knows the place", async () => {
    const [unknown, back, clinic, out] = await lines(1);
    expect(out).toContain("Depot → Clinic");
    expect(clinic).toContain("Clinic");
    expect(back).toContain("Clinic → 48.2, 11.6");
    expect(unknown).toContain("48.2, 11.6");
  });

  it("shows the lowest and highest temperature of the chosen thermometer with each trip", async () => {
    expect((await lines(1))[3]).toContain("2.04 – 7.8 °C · 30.0 km");
    expect((await lines(2))[3]).toContain("−21.0 – −18.5 °C");
    expect((await lines(undefined))[3]).not.toContain("°C");
    expect((await lines(1))[1]).not.toContain("°C");
  });
});
