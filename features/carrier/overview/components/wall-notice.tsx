import { LogIn, MonitorOff, WifiOff } from "lucide-react";
import { usePathname } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { formatDuration, formatTime } from "@/lib/datetime/format";
import type { WallProblem } from "../client";

type WallNoticeProps = { problem: WallProblem | null; since: number; now: number; timeZone: string };

/** Prominent notice that the values shown are outdated. */
export function WallNotice({ problem, since, now, timeZone }: WallNoticeProps) {
  const t = useTranslations("overview.notice");
  const locale = useLocale();
  const pathname = usePathname();
  const isOver = problem === "session";
  const Icon = isOver ? LogIn : problem === "gone" ? MonitorOff : WifiOff;
  const time = formatTime(new Date(since), { locale, timeZone }, true);
  return (
    <div
      role="alert"
      className="flex shrink-0 items-center gap-[2.5vmin] rounded-lg bg-critical-solid px-[3vmin] py-[2.4vmin] text-white max-sm:flex-col max-sm:items-start"
    >
      <Icon aria-hidden="true" className="size-[max(36px,9vmin)] shrink-0" />
      <div className="min-w-0">
        <p className="font-bold text-[max(24px,6vmin)] leading-tight">{t(problem ?? "connection")}</p>
        <p className="text-[max(16px,2.8vmin)] leading-snug" suppressHydrationWarning>
          {t("since", { time, duration: formatDuration(Math.max(0, now - since), locale) })}
        </p>
        {isOver && (
          // A full page load, because the login starts another session.
          <a
            href={`/${locale}/login?next=${encodeURIComponent(pathname)}`}
            className="mt-[1vmin] inline-block font-semibold text-[max(16px,2.8vmin)] underline underline-offset-4"
          >
            {t("signIn")}
          </a>
        )}
      </div>
    </div>
  );
}
