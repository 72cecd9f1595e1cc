"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { Belonging } from "../schema";

/** Whose a device was, in words; only what is not plainly the reader's own stands out. */
export function BelongingText({ belonging }: { belonging: Belonging }) {
  const t = useTranslations("secondment.record.belonging");
  if (belonging.is === "own") return <span className="text-muted-foreground">{t("own")}</span>;
  return (
    <Badge tone={belonging.is === "borrowed" ? "primary" : "offline"} className="h-auto whitespace-normal">
      <span className="wrap-anywhere">{t(belonging.is, { other: belonging.other })}</span>
    </Badge>
  );
}
