"use client";

import { useTranslations } from "next-intl";
import { Input } from "@/components/ui/input";
import { useRouter } from "@/lib/i18n/navigation";
import type { ListState } from "./column";
import { listHref, PAGING } from "./list-href";

type PageJumperProps = { list: Pick<ListState, "path" | "query" | "length">; page: number; pages: number };

/** Goes to a page by number; a number beyond the last goes to the last page. */
export function PageJumper({ list, page, pages }: PageJumperProps) {
  const t = useTranslations("common.pagination");
  const router = useRouter();
  return (
    <form
      className="flex items-center gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = Math.trunc(Number(new FormData(event.currentTarget).get("page")));
        if (!Number.isFinite(wanted) || wanted < 1) return;
        const start = (Math.min(wanted, pages) - 1) * list.length;
        router.push(listHref(list, { [PAGING.start]: start }), { scroll: false });
      }}
    >
      <label htmlFor="page-jumper" className="text-muted-foreground text-sm">
        {t("goTo")}
      </label>
      <Input
        key={page}
        id="page-jumper"
        name="page"
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={6}
        defaultValue={page}
        className="w-12 px-1 text-center tabular-nums"
      />
    </form>
  );
}
