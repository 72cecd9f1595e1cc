"use client";

import { ChevronsDownUp, ChevronsUpDown, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import type { KeyboardEvent, Ref } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { TreeRows } from "./use-tree-rows";

type TreeSearchProps = {
  label: string;
  tree: TreeRows;
  /** Arrow down: moves focus to the lines. */
  onDown: () => void;
  /** Enter in the search; no effect by default. */
  onEnter?: (() => void) | undefined;
  onSearch?: (() => void) | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** The header of a tree: search, number of matches, and buttons to open or close all. */
export function TreeSearch({ label, tree, onDown, onEnter, onSearch, ref }: TreeSearchProps) {
  const t = useTranslations("common.tree");
  const search = (text: string) => {
    tree.search(text);
    onSearch?.();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") {
      event.preventDefault();
      onEnter?.();
    } else if (event.key === "ArrowDown" && tree.rows.length > 0) {
      event.preventDefault();
      onDown();
    } else if (event.key === "Escape" && tree.query !== "") {
      // The surrounding panel stays open.
      event.stopPropagation();
      event.preventDefault();
      search("");
    }
  };
  return (
    <>
      <div className="flex items-center gap-1">
        <span className="relative min-w-0 flex-1">
          <Search
            aria-hidden="true"
            className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-2.5 size-4 text-muted-foreground"
          />
          <Input
            ref={ref}
            type="search"
            aria-label={t("search", { label })}
            placeholder={t("searchHint")}
            value={tree.query}
            className="pl-8"
            onKeyDown={onKeyDown}
            onChange={(event) => {
              // The search is not a field of the surrounding form.
              event.stopPropagation();
              search(event.target.value);
            }}
          />
        </span>
        {tree.parents.length > 0 && (
          <>
            <Button
              variant="ghost"
              size="icon"
              aria-label={t("openAll")}
              title={t("openAll")}
              onClick={() => tree.setOpen(tree.parents, true)}
            >
              <ChevronsUpDown aria-hidden="true" />
            </Button>
            <Button
              variant="ghost"
              size="icon"
              aria-label={t("closeAll")}
              title={t("closeAll")}
              onClick={() => tree.setOpen(tree.parents, false)}
            >
              <ChevronsDownUp aria-hidden="true" />
            </Button>
          </>
        )}
      </div>
      <p
        role="status"
        className={tree.found && tree.found.matches > 0 ? "px-2 text-muted-foreground text-xs" : "sr-only"}
      >
        {tree.found ? t("found", { count: tree.found.matches }) : ""}
      </p>
    </>
  );
}

/** Shown if there are no lines. */
export function NoTreeRows({ tree }: { tree: TreeRows }) {
  const t = useTranslations("common.tree");
  return (
    <p className="px-2 py-6 text-center text-muted-foreground text-sm">{t(tree.query === "" ? "empty" : "noMatch")}</p>
  );
}
