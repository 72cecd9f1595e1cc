import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { loadMessages } from "@/lib/i18n/load-messages";
import type { Locale } from "@/lib/i18n/routing";
import { useNewLabels } from "../../monitoring/components/labels";
import type { MonitoringSummary, ShownProbe } from "../../monitoring/monitoring.schema";
import type { WallPointDto } from "../schema";
import { WallBanner } from "./wall-banner";
import { WallTiles } from "./wall-tiles";

const NOW = Date.parse("2026-11-20T08:00:00Z");
const MINUTE_MS = 60_000;
const probe: ShownProbe = {
  ...{ measure: "temperature", value: 4.8, at: NOW - MINUTE_MS, trend: null, minimum: 2, maximum: 8 },
  ...{ state: "normal", staleAfterSeconds: 600, excursion: null, unconfirmed: null },
};
const point: WallPointDto = {
  ...{ key: 1, name: "Fridge 3", customerId: 1, scenePath: ["Hospital", "Ward 2"] },
  ...{ carrierStatus: "running", defrostUntil: null, worstExcursion: null },
  ...{ probes: [probe], exceptions: [] },
};
const stale = { ...point, probes: [{ ...probe, at: NOW - 12 * MINUTE_MS }] };
const all = (worst: WallPointDto) => ({ name: null, worst, summary: { abnormal: 1 } as MonitoringSummary });

function Tiles({ one }: { one: WallPointDto }) {
  const labels = useNewLabels("UTC");
  return <WallTiles items={[one]} summary={{ total: 1 } as MonitoringSummary} labels={labels} now={NOW} />;
}

function Banner({ one }: { one: WallPointDto }) {
  return <WallBanner all={all(one)} labels={useNewLabels("UTC")} now={NOW} />;
}

async function shown(node: React.ReactNode, locale: Locale = "en-US"): Promise<string> {
  const messages = (await loadMessages(locale)) as never;
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
      {node}
    </NextIntlClientProvider>,
  );
  return html.replaceAll(/<[^>]*>/g, "|").replaceAll(/\|+/g, "|");
}

describe("a tile of the wall", () => {
  it("shows a current value large, and the room", async () => {
    const text = await shown(<Tiles one={point} />);
    expect(text).toContain("|Fridge 3|Ward 2|4.8|°C|");
    expect(text).not.toContain("—");
  });

  it("shows a dash instead of a stale value, and the value with its age below", async () => {
    expect(await shown(<Tiles one={stale} />)).toContain("|—|last 4.8 °C, 12 min ago|");
    expect(await shown(<Tiles one={stale} />, "zh-CN")).toContain("|—|最后 4.8 °C，12分钟前|");
  });

  it("shows a dash alone where no value ever came", async () => {
    const text = await shown(<Tiles one={{ ...point, probes: [{ ...probe, value: null, at: null }] }} />);
    expect(text).toContain("|—|");
    expect(text).not.toContain("last");
  });

  it("says who acknowledged, or that nobody has", async () => {
    const excursion = {
      ...{ exceptionPlace: 1, kind: "range" as const, severity: "critical" as const, side: "above" as const },
      ...{ minimum: 2, maximum: 8, startedAt: NOW - MINUTE_MS, outsideMinutes: null, windowMinutes: null },
    };
    const warm = (acknowledgedBy: string | null): WallPointDto => ({
      ...{ ...point, worstExcursion: "critical", exceptions: [{ kind: "range", acknowledgedBy }] },
      probes: [{ ...probe, value: 9, state: "above", excursion }],
    });
    expect(await shown(<Tiles one={warm(null)} />)).toContain("|Not acknowledged|");
    expect(await shown(<Tiles one={warm("Li Na")} />)).toContain("|Acknowledged by Li Na|");
    expect(await shown(<Tiles one={warm("")} />)).toContain("|Acknowledged|");
    expect(await shown(<Tiles one={point} />)).not.toMatch(/acknowledged/i);
  });

  it("judges by the exception that it shows, and counts the others", async () => {
    const silent: WallPointDto = {
      ...stale,
      exceptions: [
        { kind: "slow", acknowledgedBy: null },
        { kind: "no-data", acknowledgedBy: "Li Na" },
      ],
    };
    expect(await shown(<Tiles one={silent} />)).toContain("|Acknowledged by Li Na · 1 more not acknowledged|");
    const calm = { ...silent, probes: point.probes };
    expect(await shown(<Tiles one={calm} />)).toContain("|1 exception not acknowledged|");
  });
});

it("does not repeat a stale value in the banner", async () => {
  expect(await shown(<Banner one={point} />)).toContain("4.8 °C");
  expect(await shown(<Banner one={stale} />)).toMatch(/—/);
  expect(await shown(<Banner one={stale} />)).not.toContain("4.8");
});
