import "server-only";
import { createTranslator } from "use-intl/core";
import {
  freezingText,
  kineticText,
  limitText,
  minutesText,
  rangeTextOf,
  unobservedText,
} from "@/features/lot/phrase.rules";
import { UNOBSERVED_KEY } from "@/features/lot/verdict.rules";
import { allowedTexts } from "@/features/product/phrase.rules";
import { formatStamp } from "@/lib/datetime/format";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import type { PdfDocument } from "@/lib/pdf/document";
import { formatNumber, formatReading } from "@/lib/units/format";
import { formatRange } from "@/lib/units/format-range";
import { languageOf, type ValueLocale } from "@/lib/units/value-locale";
import type { ReportContent, ReportLot } from "./report.schema";

type Words = (key: string, values?: Record<string, string | number>) => string;

/** What the sections on lots are printed with. */
export type LotPages = {
  document: PdfDocument;
  content: ReportContent;
  /** With the unit of the customer. */
  locale: ValueLocale;
  t: Words;
  tLot: Words;
  tDetail: Words;
  tSays: Words;
  tSignature: Words;
};

/** The texts of the sections on lots. */
export async function lotPages(document: PdfDocument, content: ReportContent, locale: ValueLocale): Promise<LotPages> {
  const language = toLocale(languageOf(locale)) ?? DEFAULT_LOCALE;
  const messages = await loadMessages(language);
  const words = (namespace: string) =>
    createTranslator({ locale: language, messages, namespace: namespace as never }) as unknown as Words;
  return {
    ...{ document, content, locale, t: words("report"), tLot: words("lot"), tDetail: words("lot.detail") },
    ...{ tSays: words("product.says"), tSignature: words("signature") },
  };
}

const nameOf = ({ product, number }: ReportLot) => `${product} · ${number}`;
const shortStamp = (at: number, timeZone: string) => formatStamp(new Date(at), { timeZone }).slice(0, 16);

/** Whether each lot may be used, and the arithmetic: which minutes, which band, what is left. */
export async function printVerdicts(pages: LotPages): Promise<void> {
  const { document, content, t } = pages;
  const { lots = [], unlistedLots = 0 } = content;
  document.heading(t("section.verdict"));
  if (lots.length === 0) return document.paragraph(t("print.noLots"));
  for (const lot of lots) await printVerdict(pages, lot);
  if (unlistedLots > 0) document.paragraph(t("print.moreLots", { count: unlistedLots }));
}

async function printVerdict(pages: LotPages, lot: ReportLot): Promise<void> {
  const { document, content, locale, t, tLot, tDetail, tSays } = pages;
  const { outcome, verdict, endurance } = lot;
  const stamp = (at: number) => shortStamp(at, content.timeZone);
  document.heading(nameOf(lot), 2, 120);
  const facts = [
    `${t("print.code")}: ${lot.code}`,
    lot.expiresOn && `${t("print.expires")}: ${lot.expiresOn}`,
    lot.quantity !== null && `${t("print.quantity")}: ${formatNumber(lot.quantity, locale)} ${lot.unit}`.trim(),
    `${t("print.storage")}: ${formatRange({ measure: "temperature", ...endurance }, locale)}`,
  ];
  document.paragraph(facts.filter(Boolean).join(" · "));
  const reasons = outcome.reasons.map((reason) => tLot(`reason.${reason}`));
  const ink = { usable: "normal", quarantine: "warning", notUsable: "critical" } as const;
  const answer = `${tLot(`state.${outcome.state}`)} (${tLot(`by.${outcome.by}`)})`;
  document.paragraph([answer, ...reasons].join(" · "), { ink: ink[outcome.state] });
  if (outcome.by === "person") document.paragraph(`${t("print.arithmetic")}: ${tLot(`state.${verdict.state}`)}`);
  document.paragraph(`${t("print.allowed")}: ${allowedTexts(endurance, tSays, locale).join("; ") || tSays("nothing")}`);
  if (verdict.from !== null)
    document.paragraph(t("print.lifeRange", { from: stamp(verdict.from), to: stamp(verdict.at) }), { isSmall: true });
  await printBudget(pages, lot);
  await printRuns(pages, lot);
  const freezing = freezingText(verdict.freezing, tDetail, locale);
  if (freezing) document.paragraph(`${tDetail("frozen")}: ${freezing}`);
  document.paragraph(`${tDetail("unobserved")}: ${unobservedText(verdict.unobserved, tDetail, locale)}`);
  if (endurance.kineticClass !== "none")
    document.paragraph(`${tDetail("kinetic")}: ${kineticText(verdict.kinetic, stamp, tDetail, locale)}`);
  const source = endurance.source && tDetail("source", { source: endurance.source });
  document.paragraph([tDetail("worst"), source].filter(Boolean).join(" "), { isSmall: true });
}

/** What the product allows, what was used of it where, and what is left. */
async function printBudget({ document, locale, t, tDetail, tSays }: LotPages, { verdict }: ReportLot): Promise<void> {
  const time = (ms: number) => minutesText(ms, locale);
  const right = (title: string, width?: number) => ({ title, align: "right" as const, ...(width && { width }) });
  if (verdict.budget.length > 0)
    await document.table(
      [
        { title: tDetail("range"), width: 1.4 },
        right(tDetail("used")),
        right(t("print.addedBack")),
        right(tDetail("allowed")),
        right(tDetail("left")),
        { title: t("print.where"), width: 2.6 },
      ],
      [
        verdict.budget.map((row) => {
          const { allowedMs, usedMs, addedBackMs, leftMs, kind, mode, parts } = row;
          const range = rangeTextOf(row, tDetail, locale);
          const where = parts
            .filter(({ ms }) => ms > 0)
            .map(({ carrier, device, ms }) => {
              const place = [carrier ?? tDetail("hidden"), device].filter(Boolean).join(", ");
              return `${place}: ${time(ms)}`;
            });
          return [
            kind === "allowance" && mode === "single" ? `${range} (${tDetail("single")})` : range,
            time(usedMs),
            addedBackMs > 0 ? time(addedBackMs) : "",
            allowedMs === null ? tSays("any") : allowedMs === 0 ? tSays("never") : time(allowedMs),
            leftMs === null ? "–" : leftMs < 0 ? tDetail("over", { time: time(-leftMs) }) : time(leftMs),
            where.join("; "),
          ];
        }),
      ],
    );
  const outside = verdict.outside.filter(({ ms }) => ms > 0);
  if (outside.length === 0) document.paragraph(tDetail("noRange"));
  for (const { side, limit, ms, uncoveredMs } of outside) {
    const text = `${tDetail(side, { limit: limitText(limit, locale) })}: ${time(ms)}`;
    document.paragraph(uncoveredMs > 0 ? `${text} · ${tDetail("uncovered", { time: time(uncoveredMs) })}` : text);
  }
}

/** The excursions of a lot from its storage range. */
async function printRuns({ document, content, locale, t, tDetail }: LotPages, { verdict }: ReportLot): Promise<void> {
  if (verdict.excursions.length === 0) return;
  await document.table(
    [
      { title: t("print.from"), width: 1.3 },
      { title: t("print.duration"), align: "right" },
      { title: t("print.peak"), width: 1.4 },
      { title: t("print.point"), width: 2.4 },
    ],
    [
      verdict.excursions.map(({ side, from, to, extreme, carrier, isRunning }) => [
        shortStamp(from, content.timeZone),
        minutesText(to - from, locale),
        `${tDetail(`excursion.${side}`, { extreme: formatReading(extreme, "temperature", locale).text })}${isRunning && to >= verdict.at ? ` (${tDetail("running")})` : ""}`,
        carrier ?? tDetail("hidden"),
      ]),
    ],
  );
  if (verdict.unlistedExcursions > 0)
    document.paragraph(t("print.moreExcursions", { count: verdict.unlistedExcursions }));
}

/** Where the lots were, and when. */
export async function printPlacements({ document, content, t, tLot, tDetail }: LotPages): Promise<void> {
  document.heading(t("section.placements"));
  const stamp = (at: number) => shortStamp(at, content.timeZone);
  const rows = (content.lots ?? []).flatMap((lot) =>
    lot.stays.map(({ carrier, from, to, how }) => [
      nameOf(lot),
      carrier ?? tDetail("hidden"),
      stamp(from),
      to === null ? t("print.stillThere") : stamp(to),
      tLot(`how.${how}`),
    ]),
  );
  if (rows.length === 0) return document.paragraph(tDetail("staysEmpty"));
  await document.table(
    [
      { title: t("print.lot"), width: 2 },
      { title: t("print.point"), width: 2 },
      { title: t("print.from"), width: 1.3 },
      { title: t("print.until"), width: 1.3 },
      { title: t("print.how") },
    ],
    [rows],
  );
}

/** What people decided about the lots, each with its signature. */
export async function printDecisions({ document, content, locale, t, ...words }: LotPages): Promise<void> {
  const { tLot, tDetail, tSignature } = words;
  document.heading(t("section.decisions"));
  const targetText = (lot: ReportLot, target: string) => {
    const row = lot.verdict.budget.find(({ key }) => key === target);
    if (target === UNOBSERVED_KEY) return tDetail("unobserved");
    return row ? rangeTextOf(row, tDetail, locale) : target;
  };
  const rows = (content.lots ?? []).flatMap((lot) =>
    lot.decisions.map((one) => {
      const back =
        one.target && one.minutes
          ? ` (${targetText(lot, one.target)}: ${minutesText(one.minutes * 60_000, locale)})`
          : "";
      return [
        nameOf(lot),
        `${tLot(`decision.${one.decision}`)}${back}`,
        one.reason,
        tLot(`state.${one.verdict}`),
        one.signatures
          .map(({ name, at, meaning, isValid }) => {
            const state = tSignature(`state.${isValid ? "valid" : "changed"}`);
            return `${name}\n${formatStamp(new Date(at), { timeZone: content.timeZone })}\n${tSignature(`meaning.${meaning}`)} · ${state}`;
          })
          .join("\n"),
      ];
    }),
  );
  if (rows.length === 0) return document.paragraph(tDetail("decisionsEmpty"));
  await document.table(
    [
      { title: t("print.lot"), width: 1.6 },
      { title: t("print.decision"), width: 1.3 },
      { title: t("print.reason"), width: 1.8 },
      { title: t("print.verdictThen") },
      { title: t("print.signature"), width: 2 },
    ],
    [rows],
  );
}
