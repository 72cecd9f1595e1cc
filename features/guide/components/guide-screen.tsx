import { ArrowLeft, BookOpen, SearchX } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { ButtonLink } from "@/components/layout/button-link";
import { EmptyState } from "@/components/layout/empty-state";
import { Alert } from "@/components/ui/alert";
import { cn } from "@/components/ui/cn";
import { Link } from "@/lib/i18n/navigation";
import { LOCALE_NAMES } from "@/lib/i18n/routing";
import { GUIDE_PATH } from "../guide.client";
import { EXPLAINABLE } from "../guide.rules";
import type { GuideChapterDto, GuideReadDto, GuideTopicDto } from "../guide.schema";
import { GuideSearch } from "./guide-search";
import { GuideText } from "./guide-text";

type GuideScreenProps = {
  chapters: GuideChapterDto[];
  topic: GuideReadDto["topic"];
  /** Whether the address names a topic, or a screen with one. Otherwise a phone shows only the list. */
  isChosen: boolean;
  q: string;
};

const hrefOf = (q: string, code?: string): string => {
  const query = new URLSearchParams({ ...(q && { q }), ...(code && { item: code }) });
  return query.size > 0 ? `${GUIDE_PATH}?${query}` : GUIDE_PATH;
};

/** The online help: chapters or search results on the left, a topic on the right; a phone shows one of the two. */
export function GuideScreen({ chapters, topic, isChosen, q }: GuideScreenProps) {
  const t = useTranslations("guide.window");
  const count = chapters.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <div className="flex min-h-0 flex-1 max-md:flex-col">
      <div
        className={cn(
          "flex shrink-0 flex-col border-r bg-card max-md:border-r-0 md:w-80 md:overflow-y-auto",
          isChosen && "max-md:hidden",
        )}
      >
        <div className="sticky top-0 z-10 border-b bg-card p-3 max-md:top-topbar">
          <GuideSearch q={q} />
          <p role="status" className={cn("text-muted-foreground text-xs", q ? "mt-2" : "sr-only")}>
            {q && t("found", { count })}
          </p>
        </div>
        {count > 0 ? (
          <nav aria-label={t("topics")} className="flex flex-col gap-4 p-3">
            {chapters.map((chapter) => (
              <Chapter key={chapter.code} chapter={chapter} current={topic?.code} isChosen={isChosen} q={q} />
            ))}
          </nav>
        ) : (
          <EmptyState icon={q ? <SearchX aria-hidden="true" /> : undefined} title={t(q ? "none" : "empty")}>
            {q && t("noneHint")}
          </EmptyState>
        )}
      </div>
      <div className={cn("min-w-0 flex-1 md:overflow-y-auto", !isChosen && "max-md:hidden")}>
        <div className="mx-auto flex max-w-3xl flex-col gap-4 p-4 sm:p-8">
          {isChosen && (
            <ButtonLink href={hrefOf(q)} variant="ghost" prefetch={false} className="-ml-3 self-start md:hidden">
              <ArrowLeft aria-hidden="true" />
              {t("back")}
            </ButtonLink>
          )}
          {topic ? (
            <Topic topic={topic} />
          ) : (
            isChosen && (
              <EmptyState icon={<BookOpen aria-hidden="true" />} title={t("missing")}>
                {t("missingHint")}
              </EmptyState>
            )
          )}
        </div>
      </div>
    </div>
  );
}

type ChapterProps = { chapter: GuideChapterDto; current: string | undefined; isChosen: boolean; q: string };

function Chapter({ chapter, current, isChosen, q }: ChapterProps) {
  return (
    <section>
      <h2 lang={chapter.language} className="px-2 pb-1 font-semibold text-muted-foreground text-xs">
        {chapter.name}
      </h2>
      <ul className="flex flex-col gap-px">
        {chapter.items.map((item) => (
          <li key={item.code}>
            <Link
              href={hrefOf(q, item.code)}
              prefetch={false}
              lang={item.language}
              aria-current={item.code === current ? "page" : undefined}
              className={cn(
                "block rounded-md px-2 py-1.5 transition-colors hover:bg-accent aria-[current]:bg-primary-soft aria-[current]:text-primary-soft-foreground touch:py-3",
                // On a phone no topic is open beside the list.
                !isChosen && "max-md:aria-[current]:bg-transparent max-md:aria-[current]:text-inherit",
              )}
            >
              <span className="font-medium">{item.name}</span>
              {item.excerpt && <Found excerpt={item.excerpt} />}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A search result with its hits marked. */
function Found({ excerpt: { text, hits } }: { excerpt: NonNullable<GuideTopicDto["excerpt"]> }) {
  const ends = [0, ...hits.map(([, to]) => to)];
  return (
    <span className="mt-0.5 line-clamp-3 text-muted-foreground text-xs">
      {hits.map(([from, to], index) => (
        <span key={from}>
          {text.slice(ends[index], from)}
          <mark className="rounded-sm bg-warning-soft text-warning">{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </span>
  );
}

function Topic({ topic }: { topic: NonNullable<GuideReadDto["topic"]> }) {
  const t = useTranslations("guide.window");
  const tShell = useTranslations("shell.menu");
  const locale = useLocale();
  const screens = EXPLAINABLE.filter(({ kind, path }) => kind === "console" && topic.routes.includes(path));
  return (
    <article className="flex flex-col gap-4">
      <header>
        <p className="text-muted-foreground text-sm">{topic.chapter}</p>
        <h2 lang={topic.language} className="font-semibold text-2xl">
          {topic.name}
        </h2>
      </header>
      {topic.language !== locale && <Alert>{t("fallback", { language: LOCALE_NAMES[topic.language] })}</Alert>}
      <div lang={topic.language}>
        {topic.content ? <GuideText text={topic.content} /> : <p className="text-muted-foreground">{t("unwritten")}</p>}
      </div>
      {screens.length > 0 && (
        <footer className="mt-2 flex flex-wrap items-center gap-2 border-t pt-4">
          <span className="text-muted-foreground text-sm">{t("screens")}</span>
          {screens.map(({ path, title }) => (
            <ButtonLink key={path} href={path} target="_blank" size="sm" prefetch={false}>
              {tShell(title as never)}
            </ButtonLink>
          ))}
        </footer>
      )}
    </article>
  );
}
