import { Hourglass, Link2Off } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { PublicFrame, PublicNotice } from "@/components/layout/public-frame";
import { buttonVariants } from "@/components/ui/button-variants";
import { formatOffset } from "@/lib/datetime/format";
import type { NextNotice } from "../../briefing/briefing.schema";
import type { LinkedExceptionDto } from "../schema";
import { LinkChart } from "./link-chart";
import { LinkFacts } from "./link-facts";
import { LinkHead } from "./link-head";
import { LinkNotified } from "./link-notified";
import { LinkStand } from "./link-stand";

type LinkScreenProps = {
  detail: LinkedExceptionDto;
  next: NextNotice | null;
  linkKey: string;
  locale: string;
  now: Date;
};

/** An exception for a reader without an account: what it is, what to do, then the rest. */
export async function LinkScreen({ detail, next, linkKey, locale, now }: LinkScreenProps) {
  const t = await getTranslations("exceptionLink");
  const { timeZone, contactName } = detail;
  return (
    <PublicFrame address={`/exDetail?key=${linkKey}`} owner={detail.customerName}>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-6">
        <LinkHead detail={detail} now={now} />
        <div className="lg:sticky lg:top-6 lg:col-start-2 lg:row-span-3 lg:row-start-1">
          <LinkStand detail={detail} next={next} linkKey={linkKey} now={now} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {detail.chart && <LinkChart detail={detail} chart={detail.chart} now={now} />}
          <LinkFacts detail={detail} now={now} />
          <LinkNotified detail={detail} now={now} />
          <p className="text-pretty text-faint-foreground text-xs">
            {t("zone", { zone: `${formatOffset(now, timeZone)} (${timeZone})` })}
            <span className="mt-1 block">{t("personal", { name: contactName })}</span>
            <a
              href={`/${locale}/abnormal/dataex?id=${detail.id}`}
              className="mt-1 inline-flex min-h-8 items-center text-primary text-sm underline-offset-4 hover:underline touch:min-h-11"
            >
              {t("signIn")}
            </a>
          </p>
        </div>
      </div>
    </PublicFrame>
  );
}

/** The same page for all invalid links, so that it does not reveal which of them were ever valid. */
export async function DeadLink() {
  const [t, locale] = await Promise.all([getTranslations("exceptionLink"), getLocale()]);
  return (
    <PublicNotice icon={<Link2Off aria-hidden="true" />} title={t("dead.title")} hint={t("dead.hint")}>
      <a href={`/${locale}/login`} className={buttonVariants()}>
        {t("signIn")}
      </a>
    </PublicNotice>
  );
}

export async function BusyLink() {
  const t = await getTranslations("exceptionLink.busy");
  return <PublicNotice icon={<Hourglass aria-hidden="true" />} title={t("title")} hint={t("hint")} />;
}
