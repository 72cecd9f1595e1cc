import { getTranslations } from "next-intl/server";
import { TONE_SOFT, type Tone } from "@/components/value/tone";
import { ToneIcon } from "@/components/value/tone-icon";
import { isSwitch } from "@/features/observation/observation.rules";
import { formatDuration } from "@/lib/datetime/format";
import type { PageDto } from "../page.schema";

type Says = { tone: Tone; word: string };

/** The present state in a word: the worst of all values; null if the page says nothing about the present. */
export function presentOf({ values, isStopped, probes }: PageDto): Says | null {
  const watched = values?.filter(({ probe }) => !isSwitch((probes[probe] as PageDto["probes"][number]).measure));
  if (!watched || watched.length === 0) return null;
  const states = watched.map(({ state }) => state);
  if (states.includes("above")) return { tone: "above", word: "above" };
  if (states.includes("below")) return { tone: "below", word: "below" };
  if (isStopped) return { tone: "offline", word: "stopped" };
  if (states.every((state) => state === "unknown")) return { tone: "offline", word: "unknown" };
  if (states.includes("stale")) return { tone: "offline", word: "stale" };
  const isLimited = watched.some(({ probe }) => probes[probe]?.minimum !== null || probes[probe]?.maximum !== null);
  return { tone: "normal", word: isLimited ? "inRange" : "measured" };
}

/** The answer first: how it is now, and whether it was ever out of range. */
export async function PublicVerdict({ page, locale }: { page: PageDto; locale: string }) {
  const t = await getTranslations("sharePage.verdict");
  const { verdict } = page;
  const present = presentOf(page);
  const outside = verdict && formatDuration(verdict.outsideSeconds * 1000, locale);
  const past: (Says & { hint?: string }) | null = !verdict?.hasLimits
    ? null
    : verdict.observedSeconds === 0
      ? { tone: "offline", word: t("unobserved") }
      : verdict.runs.length === 0
        ? { tone: "normal", word: t("never") }
        : { tone: "warning", word: t("times", { count: verdict.runs.length + verdict.more, duration: outside ?? "" }) };
  if (!present && !past) return null;
  const main = present ? { tone: present.tone, word: t(present.word) } : (past as Says);
  return (
    <div role="status" className={`flex items-start gap-3 rounded-lg border p-4 ${TONE_SOFT[main.tone]}`}>
      <ToneIcon tone={main.tone} className="mt-0.5 size-6 shrink-0" />
      <div className="min-w-0">
        <p className="text-balance font-semibold text-xl leading-tight">{main.word}</p>
        {present && past && (
          <p className="mt-1.5 flex items-start gap-1.5 text-foreground text-sm">
            <ToneIcon tone={past.tone} className="mt-0.5 size-4 shrink-0" />
            {past.word}
          </p>
        )}
      </div>
    </div>
  );
}
