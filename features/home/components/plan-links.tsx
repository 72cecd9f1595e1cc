"use client";

import { Map as PlanGlyph } from "lucide-react";
import { useTranslations } from "next-intl";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { PlanChoice } from "@/features/scene/floor-plan/schema";
import { Link } from "@/lib/i18n/navigation";

/** The floor plans of the tree, each linked to its live window. */
export function PlanLinks({ plans }: { plans: readonly PlanChoice[] }) {
  const t = useTranslations("home");
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("plans")}</CardTitle>
      </CardHeader>
      <ul>
        {plans.map(({ id, name, customerName }) => (
          <li key={id} className="border-b last:border-b-0">
            <Link
              href={`/plan?id=${id}`}
              target="_blank"
              prefetch={false}
              className="flex min-h-10 items-center gap-2 px-4 py-1.5 hover:bg-row-hover focus-visible:-outline-offset-2 [&_svg]:size-4"
            >
              <PlanGlyph aria-hidden="true" className="shrink-0 text-muted-foreground" />
              <span className="wrap-anywhere font-medium">{customerName ? `${customerName} / ${name}` : name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
