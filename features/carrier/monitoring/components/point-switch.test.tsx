import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { loadMessages } from "@/lib/i18n/load-messages";
import { PointContext, PointStore } from "../monitoring.client";
import type { MonitoringPointDto, MonitoringSummary } from "../monitoring.schema";
import { LabelsContext, useNewLabels } from "./labels";
import { PointSwitch } from "./point-switch";

// next-intl's navigation resolves only within Next.js.
vi.mock("@/lib/i18n/navigation", () => ({ Link: () => null }));

function Shown({ point }: { point: MonitoringPointDto }) {
  const labels = useNewLabels("UTC");
  return (
    <PointContext value={new PointStore([point], {} as MonitoringSummary)}>
      <LabelsContext value={labels}>
        <PointSwitch id={point.id} now={0} />
      </LabelsContext>
    </PointContext>
  );
}

async function shown(more: Partial<MonitoringPointDto>): Promise<string> {
  const messages = (await loadMessages("en-US")) as never;
  const point = { id: 1, name: "Fridge", probes: [], alarmSwitch: "on", pausedUntil: null, ...more };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en-US" messages={messages} timeZone="UTC">
      <Shown point={point as unknown as MonitoringPointDto} />
    </NextIntlClientProvider>,
  );
}

it.each(["running", "defrost"] as const)("is green while alarms can be raised: %s", async (carrierStatus) => {
  expect(await shown({ carrierStatus })).toContain("text-normal");
});

it.each(["retirement", "backup", "repaired"] as const)("is not green out of service: %s", async (carrierStatus) => {
  const html = await shown({ carrierStatus });
  expect(html).not.toContain("text-normal");
  expect(html).toContain("no alarms are raised because the carrier is out of service");
  expect(await shown({ carrierStatus, alarmSwitch: "off" })).toContain("text-critical");
});
