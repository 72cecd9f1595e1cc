import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { ConnectionWatchDto } from "../schema";
import { Settings } from "./connection-sheet";

async function shown(change: Partial<ConnectionWatchDto> = {}): Promise<string> {
  const load = async (name: string) => (await import(`../../../../messages/en-US/${name}.json`)).default;
  const messages = { trigger: await load("trigger"), carrier: await load("carrier") };
  const severities = { severity: "minor", gatewaySeverity: "critical", powerSeverity: "major" } as const;
  const watch = { customerId: 1, isEnabled: true, isPowerEnabled: true, ...severities, plan: [], ...change };
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en-US" messages={messages} timeZone="UTC">
      <Settings watch={watch} />
    </NextIntlClientProvider>,
  );
  return html.replaceAll(/<[^>]+>/g, "|");
}

it("says to who may not change it how connection and power are watched, and who is notified", async () => {
  const html = await shown();
  expect(html).toMatch(/Severity for gateways\|+Critical/);
  expect(html).toMatch(/Severity for power failures\|+Major/);
  expect(html).toContain("logged-in users see a pop-up");
  const row = {
    ...{ id: 1, afterMinutes: 30, contactGroupId: 2, groupName: "IT", level: 2, isOnDuty: false },
    ...{ usesContactTiming: false, repeatTimes: 0, repeatIntervalMinutes: 10, channels: ["email", "sms"] as const },
  };
  const off = await shown({ isPowerEnabled: false, plan: [{ ...row, channels: [...row.channels] }] });
  expect(off).toMatch(/Monitor gateway mains power\|+Disabled/);
  expect(off).not.toContain("Severity for power failures");
  expect(off.replaceAll("\u00a0", " ")).toContain("After 30 min · IT, level 2 · E-mail · SMS");
});
