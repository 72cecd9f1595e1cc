"use client";

import { Bookmark } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SearchExtras, type SearchExtrasProps } from "@/components/search-bar/search-extras";
import { buttonVariants } from "@/components/ui/button-variants";
import { Popover } from "@/components/ui/popover";

// Loaded when it is first opened.
const ViewPanel = dynamic(() => import("./view-panel").then((module) => module.ViewPanel), { ssr: false });

/** Opens the saved views of a list. */
function SavedViews(props: SearchExtrasProps) {
  const t = useTranslations("common.view");
  return (
    <Popover
      align="end"
      className={buttonVariants({ variant: "ghost" })}
      panelClassName="w-80 p-3"
      trigger={
        <>
          <Bookmark aria-hidden="true" />
          {t("label")}
        </>
      }
    >
      {(close) => <ViewPanel {...props} onClose={close} />}
    </Popover>
  );
}

/** Gives every search bar below it the views of the account. */
export function SavedViewsProvider({ children }: { children: ReactNode }) {
  return <SearchExtras value={SavedViews}>{children}</SearchExtras>;
}
