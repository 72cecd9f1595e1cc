import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { LOCALES } from "@/lib/i18n/routing";
import type { ExceptionDetailDto } from "../../exception.schema";
import type { NoticeDto } from "../timeline.schema";
import { Timeline } from "./timeline";

const AT = "2026-11-20T08:00:00.000Z";
const sent = {
  ...{ at: AT, channel: "email", type: "alarm", status: "sent", contactName: "Ada", recipient: "ada@example.com" },
  ...{ attempt: 1, isDigest: false, others: 0, reason: "", remark: null },
} as const satisfies NoticeDto;

/** The timeline of an open door with these notices, as rendered. */
async function shown(locale: string, ...notices: NoticeDto[]): Promise<string> {
  const load = async (name: string) => (await import(`../../../../messages/${locale}/${name}.json`)).default;
  const messages = { exception: await load("exception"), "notice-log": await load("notice-log") };
  const context = { doorOpenSince: null, powerLostSince: null, affected: [], rises: [], retainedReadings: null };
  const open = { kind: "state", measure: "door", severity: "critical", side: null, crossing: null, context, notices };
  const over = { endedAt: null, peakAt: null, withdrawnAt: null, acknowledgedAt: null, trail: [] };
  const detail = { ...open, ...over, startedAt: AT, raisedAt: AT, isDetectedLate: false };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
      <Timeline detail={detail as unknown as ExceptionDetailDto} timeZone="UTC" now={Date.parse(AT)} />
    </NextIntlClientProvider>,
  );
}

describe("a notice in the timeline", () => {
  it.each(LOCALES)("says how who is on duty was found, in the words of the notice log, in %s", async (locale) => {
    const { remark } = (await import(`../../../../messages/${locale}/notice-log.json`)).default;
    const remarks = ["onDuty", "nobodyOnDuty", "dutyUnreachable"] as const;
    const html = await shown(locale, ...remarks.map((one) => ({ ...sent, remark: one })));
    for (const one of remarks) expect(html).toContain(`ada@example.com · ${remark[one]}`);
    expect(await shown(locale, sent)).not.toContain(" · ");
  });

  it("says that it reached nobody, and why", async () => {
    const nobody = { ...sent, status: "failed", contactName: "", recipient: "", remark: "nobodyOnDuty" } as const;
    const html = await shown("en-US", { ...nobody, reason: "nobody in the group allows a channel of the plan" });
    expect(html).toContain("Nobody could be notified by e-mail");
    expect(html).toContain("Nobody on duty: whole group · No contact in the group allows a channel of the plan.");
    const gone = await shown("en-US", { ...nobody, remark: null, reason: "the contact group was deleted" });
    expect(gone).toContain("The contact group was deleted.");
  });
});
