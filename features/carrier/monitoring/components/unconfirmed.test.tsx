import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { ProbeValue as DeviceValue, ValuesCell as DeviceValues } from "@/features/device/components/cells";
import type { DeviceDto } from "@/features/device/device.schema";
import { SensorTile } from "@/features/home/components/sensor-tile";
import { PlanBody } from "@/features/home/dashboard/components/plan-body";
import { LivePlan } from "@/features/scene/floor-plan/components/live-plan";
import type { PlanDto } from "@/features/scene/floor-plan/schema";
import { FinishPage } from "@/features/setup-wizard/components/finish-page";
import type { WizardDto } from "@/features/setup-wizard/wizard.schema";
import { loadMessages } from "@/lib/i18n/load-messages";
import { MountedDevice } from "../../mounting/components/mounted-device";
import type { MountingDto } from "../../mounting/mounting.schema";
import { WallTiles } from "../../overview/components/wall-tiles";
import type { MonitoringPointDto, MonitoringProbeDto, MonitoringSummary } from "../monitoring.schema";
import { useNewLabels } from "./labels";

// next-intl's navigation resolves only within Next.js.
vi.mock("@/lib/i18n/navigation", () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}));
// A plan renders its markers only once its size is known.
vi.mock("@/components/plan/plan-surface", () => ({
  PlanSurface: ({ children }: { children: ReactNode }) => <div>{children}</div>,
}));

const NOW = Date.parse("2026-11-20T08:00:00Z");
const probe: MonitoringProbeDto = {
  ...{ id: 1, measure: "temperature", value: 5, at: NOW - 60_000, trend: null, minimum: 2, maximum: 8 },
  ...{ state: "normal", staleAfterSeconds: 900, excursion: null, unconfirmed: { at: NOW, value: 21.4 } },
};
const point = {
  ...{ id: 1, name: "Fridge", type: "refrigerator", customerName: null, scenePath: [], carrierStatus: "running" },
  ...{ defrostUntil: null, status: "normal", alarmSwitch: "on", pausedUntil: null, worstExcursion: null },
  ...{ openExceptions: null, gatewayOnline: null, probes: [probe] },
} as unknown as MonitoringPointDto;
const confirmed = { ...point, probes: [{ ...probe, unconfirmed: null }] };
const picture = { id: "p", width: 100, height: 100 };
const item = { carrierId: 1, name: "Fridge", type: "refrigerator", x: 0.5, y: 0.5 };
const plan = { id: 1, name: "Ward", path: [], picture, items: [item] } as unknown as PlanDto;
const deviceProbe = { ...probe, channel: "", faultAt: null };
const device = (one: MonitoringPointDto) =>
  ({
    probes: one.probes.map((shown) => ({ ...deviceProbe, ...shown })),
    staleAfterSeconds: 900,
  }) as unknown as DeviceDto;

const mounting = ({ probes }: MonitoringPointDto) =>
  ({
    ...{ deviceName: "Sensor", serialNumber: "S1", calibrationDueOn: null, from: NOW - 3_600_000, to: null },
    probes: probes.map((shown) => ({ ...shown, probeId: shown.id, channel: "" })),
  }) as unknown as MountingDto;
const mountedActions = { href: undefined, onUnmount: undefined, onReplace: undefined };
const wizard = ({ probes }: MonitoringPointDto) =>
  ({
    carrier: { name: "Fridge", type: "refrigerator", sceneName: "Ward", ranges: [], trigger: null },
    ...{ device: { name: "Sensor", serialNumber: "S1", probes }, gateway: null, mode: "direct" },
  }) as unknown as WizardDto;

function Wall({ one }: { one: MonitoringPointDto }) {
  const labels = useNewLabels("UTC");
  return (
    <WallTiles
      items={[{ ...one, key: one.id, exceptions: [] }]}
      summary={{ total: 1 } as MonitoringSummary}
      labels={labels}
      now={NOW}
    />
  );
}

const SCREENS: Record<string, (one: MonitoringPointDto) => ReactNode> = {
  wall: (one) => <Wall one={one} />,
  "home's tiles": (one) => <SensorTile point={one} rights={{} as never} now={NOW} />,
  "floor plan": (one) => <LivePlan plan={plan} points={[one]} rights={{ edit: false, values: true }} now={NOW} />,
  "plan of a dashboard": (one) => <PlanBody plan={plan} points={[one]} now={NOW} />,
  "device board": (one) => <DeviceValues row={device(one)} now={NOW} />,
  "device at a carrier": (one) => (
    <MountedDevice mounting={mounting(one)} timeZone="UTC" {...mountedActions} now={NOW} />
  ),
  "end of the setup": (one) => (
    <FinishPage wizard={wizard(one)} now={NOW} pending={false} mayTest={false} onBack={() => {}} onRestart={() => {}} />
  ),
  "device window": (one) => (
    <DeviceValue probe={device(one).probes[0] as never} staleAfterSeconds={900} now={NOW} size="lg" />
  ),
};

async function shown(node: ReactNode): Promise<string> {
  const messages = (await loadMessages("en-US")) as never;
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en-US" messages={messages} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>{node}</QueryClientProvider>
    </NextIntlClientProvider>,
  );
}

describe("a value that is held as a jump", () => {
  it.each(Object.entries(SCREENS))("is shown beside the one that counts: %s", async (_name, screen) => {
    const html = await shown(screen(point));
    expect(html).toContain("Unconfirmed: 21.4\u00a0°C");
    expect(html).toMatch(/5\.0/);
    expect(await shown(screen(confirmed))).not.toContain("Unconfirmed");
  });
});
