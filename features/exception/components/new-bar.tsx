"use client";

import { ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";

/** Shows that there are new rows; the table changes only on request. */
export function NewBar({ count, loading, onShow }: { count: number; loading: boolean; onShow: () => void }) {
  const t = useTranslations("exception.fresh");
  return (
    <div role="status" className="empty:hidden">
      {count > 0 && (
        <Button
          size="sm"
          loading={loading}
          onClick={onShow}
          className="fade-in-0 animate-in border-warning-line bg-warning-soft text-warning duration-150 hover:border-warning-line hover:bg-warning-soft"
        >
          {!loading && <ArrowUp aria-hidden="true" />}
          {t("show", { count })}
        </Button>
      )}
    </div>
  );
}
