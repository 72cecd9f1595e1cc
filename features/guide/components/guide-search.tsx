"use client";

import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, useTransition } from "react";
import { Input } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import { useRouter } from "@/lib/i18n/navigation";
import { GUIDE_PATH } from "../guide.client";

/** Debounce of the search, in ms. */
const PAUSE_MS = 250;

/** Searches the help during input; the search words are in the address. */
export function GuideSearch({ q }: { q: string }) {
  const t = useTranslations("guide.window");
  const router = useRouter();
  const [text, setText] = useState(q);
  const [isPending, startTransition] = useTransition();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (words: string) => {
    clearTimeout(timer.current);
    const query = words.trim() === "" ? "" : `?q=${encodeURIComponent(words.trim())}`;
    startTransition(() => router.replace(`${GUIDE_PATH}${query}`, { scroll: false }));
  };
  const type = (words: string) => {
    setText(words);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(words), PAUSE_MS);
  };
  return (
    <search className="block">
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          search(text);
        }}
      >
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-faint-foreground"
        />
        <Input
          type="search"
          name="q"
          aria-label={t("search")}
          placeholder={t("placeholder")}
          maxLength={100}
          autoComplete="off"
          value={text}
          onChange={(event) => type(event.target.value)}
          className="w-full px-8 [&::-webkit-search-cancel-button]:hidden"
        />
        <span className="absolute top-1/2 right-1 grid size-7 -translate-y-1/2 place-items-center text-faint-foreground">
          {isPending ? (
            <Spinner />
          ) : (
            text !== "" && (
              <button
                type="button"
                aria-label={t("clear")}
                onClick={() => {
                  setText("");
                  search("");
                }}
                className="grid size-7 place-items-center rounded-sm hover:bg-accent hover:text-foreground"
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            )
          )}
        </span>
      </form>
    </search>
  );
}
