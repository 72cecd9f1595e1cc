import { ShieldCheck } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { DescriptionList } from "@/components/layout/description-list";
import { PublicFrame } from "@/components/layout/public-frame";
import { buttonVariants } from "@/components/ui/button-variants";
import { CarrierIcon } from "@/components/value/carrier-icon";
import { DeviceIcon } from "@/components/value/device-icon";
import { formatOffset, formatStamp } from "@/lib/datetime/format";
import { formatNumber, formatPlace } from "@/lib/units/format";
import type { PageDto } from "../page.schema";
import { PAGE_PATH } from "../share.rules";
import { LiveRefresh } from "./live-refresh";
import { PublicChart } from "./public-chart";
import { PublicFigures, PublicTable } from "./public-figures";
import { Section } from "./public-parts";
import { PublicRuns, PublicValues } from "./public-values";
import { PublicVerdict } from "./public-verdict";

export type PublicScreenProps = {
  page: PageDto;
  codeKey: string;
  visit: string | undefined;
  locale: string;
  isPhone: boolean;
};

/** What a code lets a stranger see, the answer first: what it is, how it is, how it was, and what proves it. */
export async function PublicScreen(props: PublicScreenProps) {
  const { page, codeKey, locale, isPhone } = props;
  const t = await getTranslations("sharePage");
  const { timeZone, kind } = page;
  const stamp = (at: number) => formatStamp(new Date(at), { timeZone }).slice(0, 16);
  return (
    <PublicFrame address={`${PAGE_PATH}?key=${encodeURIComponent(codeKey)}`} owner={page.owner ?? undefined}>
      <article className="mx-auto flex w-full max-w-2xl flex-col gap-4">
        {kind === "live" && <LiveRefresh lost={t("lost")} />}
        <header>
          <h1 className="text-balance break-words font-semibold text-2xl tracking-tight">{page.name}</h1>
          <p className="mt-1 flex items-start gap-2">
            {page.deviceKind ? (
              <DeviceIcon kind={page.deviceKind} className="mt-1 size-4 shrink-0 text-muted-foreground" />
            ) : (
              <CarrierIcon
                type={page.carrierType ?? undefined}
                className="mt-1 size-4 shrink-0 text-muted-foreground"
              />
            )}
            <span className="min-w-0 break-words">
              {page.subject !== page.name && <span className="font-medium">{page.subject} · </span>}
              {page.carrierType && t(`type.${page.carrierType}`)}
              {page.deviceKind && t("sensor")}
              {page.path && page.path.length > 0 && (
                <span className="block text-muted-foreground text-sm">{page.path.join(" / ")}</span>
              )}
              {page.serialNumber && (
                <span className="block text-muted-foreground text-sm">
                  {t("device", { serial: page.serialNumber })}
                </span>
              )}
            </span>
          </p>
          <p className="mt-2 text-muted-foreground text-sm tabular-nums">
            {kind === "live"
              ? t("livePeriod")
              : page.isOpenEnded
                ? t("periodOpen", { from: stamp(page.from) })
                : t("period", { from: stamp(page.from), to: stamp(page.to) })}
          </p>
        </header>
        <PublicVerdict page={page} locale={locale} />
        <PublicValues page={page} locale={locale} />
        <PublicChart page={page} locale={locale} isPhone={isPhone} />
        <PublicRuns page={page} locale={locale} />
        <PublicFigures page={page} locale={locale} />
        <PublicTable page={page} locale={locale} />
        <Position page={page} locale={locale} />
        <Certificates page={page} />
        <Proof {...props} />
        <footer className="text-pretty text-faint-foreground text-xs">
          <p>{t("zone", { zone: `${formatOffset(new Date(page.at), timeZone)} (${timeZone})`, at: stamp(page.at) })}</p>
          {page.expiresAt !== null && <p>{t("until", { at: stamp(page.expiresAt) })}</p>}
        </footer>
      </article>
    </PublicFrame>
  );
}

async function Position({ page: { position, timeZone }, locale }: { page: PageDto; locale: string }) {
  if (!position) return null;
  const t = await getTranslations("sharePage.position");
  const { name, longitude, latitude, at, speedKmh } = position;
  const link = "text-primary tabular-nums underline-offset-4 hover:underline";
  const place = formatPlace(longitude, latitude, 5);
  return (
    <Section title={t("title")}>
      <DescriptionList
        items={[
          ...(name === null ? [] : [{ term: t("near"), value: name }]),
          {
            term: t("place"),
            value: (
              <a
                href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`}
                rel="noreferrer noopener"
                target="_blank"
                className={link}
              >
                {place}
              </a>
            ),
          },
          {
            term: t("app"),
            value: (
              <a href={`geo:${latitude},${longitude}?q=${latitude},${longitude}`} className={link}>
                {t("open")}
              </a>
            ),
          },
          { term: t("at"), value: formatStamp(new Date(at), { timeZone }).slice(0, 16) },
          ...(speedKmh === null ? [] : [{ term: t("speed"), value: `${formatNumber(speedKmh, locale)} km/h` }]),
        ]}
      />
    </Section>
  );
}

async function Certificates({ page: { certificates } }: { page: PageDto }) {
  if (!certificates || certificates.length === 0) return null;
  const t = await getTranslations("sharePage.calibration");
  return (
    <Section title={t("title")}>
      <ul className="flex flex-col gap-2 text-sm">
        {certificates.map((one, index) => (
          // The index is a stable key: the list never changes on the page.
          <li key={`${index}-${one.serialNumber}`}>
            {one.serialNumber && <span className="font-medium">{one.serialNumber}: </span>}
            {one.calibratedOn ? t("done", { day: one.calibratedOn }) : t("none")}
            {one.dueOn && <> · {t(one.isLapsed ? "lapsed" : "due", { day: one.dueOn })}</>}
            {one.certificate && (
              <span className="block text-muted-foreground text-xs">
                {[t("certificate", { number: one.certificate }), one.laboratory].filter(Boolean).join(" · ")}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

async function Proof({ page, codeKey, visit, locale }: PublicScreenProps) {
  const { proof, timeZone } = page;
  if (!proof) return null;
  const t = await getTranslations("sharePage.proof");
  const query = new URLSearchParams({ key: codeKey, to: String(page.to), ...(visit !== undefined && { visit }) });
  const madeAt = formatStamp(new Date(proof.madeAt), { timeZone }).slice(0, 16);
  return (
    <Section title={t("title")}>
      {proof.stored !== null && (
        <p
          className={`mb-2 flex items-start gap-2 font-medium ${proof.stored === "same" ? "text-normal" : "text-critical"}`}
        >
          <ShieldCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {t(proof.stored, { at: madeAt })}
        </p>
      )}
      <p className="text-pretty text-muted-foreground text-sm">
        {t("hint", { count: formatNumber(proof.readings, locale) })}
      </p>
      <p className="mt-2 break-all font-mono text-xs">SHA-256 {proof.sha256}</p>
      <a
        href={`/service/queryCode/data?${query}`}
        download
        data-print="hide"
        className={buttonVariants({ size: "sm", className: "mt-3" })}
      >
        {t("download")}
      </a>
    </Section>
  );
}
