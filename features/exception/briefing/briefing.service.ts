import "server-only";
import { createTranslator } from "use-intl/core";
import { customerScope } from "@/lib/auth/scope";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import type { Db } from "@/lib/operation/context";
import type { ExceptionDto, ReasonDto } from "../exception.schema";
import { findReasons } from "../handling/data";
import { barOf } from "../handling/rules";
import { KINDS } from "../kind.rules";
import type { Translate } from "../phrase.rules";
import { findCurrent, findRecent } from "./briefing.data";
import { atIntervals, RECENT_MS } from "./briefing.rules";
import type { BriefingDto } from "./briefing.schema";

type Reader = { db: Db; locale: string };

/** The `exception` messages in a language. */
export async function exceptionTexts(language: string): Promise<Translate> {
  const locale = toLocale(language) ?? DEFAULT_LOCALE;
  const messages = await loadMessages(locale);
  return createTranslator({ locale, messages, namespace: "exception" as never }) as unknown as Translate;
}

/** What to know before acknowledging an exception that the caller has found in scope. */
export async function briefingOf({ db, locale }: Reader, found: ExceptionDto): Promise<BriefingDto> {
  const { customerId, probeId, kind } = found;
  const hasValues = probeId !== null && KINDS[kind].hasChart;
  const [current, reasons, t] = await Promise.all([
    hasValues ? findCurrent(db, probeId) : undefined,
    barOf("handle", found) === null ? findReasons(db, customerScope(customerId), { customerId }) : [],
    exceptionTexts(locale),
  ]);
  const recent =
    hasValues && current ? await findRecent(db, probeId, { from: current.at - RECENT_MS, to: current.at }) : [];
  const nameOf = ({ code, name }: ReasonDto) => (code === null ? name : t(`reason.${code}`));
  return {
    current: current ? { ...current, at: new Date(current.at).toISOString() } : null,
    recent: atIntervals(recent),
    causes: reasons.map((reason) => ({ id: reason.id, code: reason.code, name: nameOf(reason) })),
  };
}
