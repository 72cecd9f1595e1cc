"use client";

import { Unlink } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card as Box } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import type { Card, CardContent } from "../schema";
import { CardBody, type Surroundings } from "./card-body";
import { useCardTitle } from "./card-title";

type CardFrameProps = Surroundings & {
  card: Card;
  /** Undefined while loading. */
  content: CardContent | undefined;
  /** Rendered in the header while the cards are being arranged. */
  tools?: ReactNode;
  className?: string;
};

/** A card with its title and body; shows a message if its object is gone. */
export function CardFrame({ card, content, tools, className, ...surroundings }: CardFrameProps) {
  const t = useTranslations("home.dashboard");
  const title = useCardTitle(card, content);
  return (
    <Box
      aria-label={title}
      data-card={card.id}
      data-kind={card.show.kind}
      className={cn("@container flex h-full min-w-0 flex-col overflow-hidden", className)}
    >
      <header className={cn("flex shrink-0 items-center gap-1 border-b px-3", tools ? "min-h-9 py-0.5" : "min-h-8")}>
        <h2 title={title} className="min-w-0 flex-1 truncate font-medium text-sm">
          {title}
        </h2>
        {tools}
      </header>
      <div className="min-h-0 flex-1 overflow-auto">
        {!content ? (
          <div className="p-3">
            <Skeleton className="h-16" />
          </div>
        ) : content.state === "ok" ? (
          <CardBody card={card} content={content} {...surroundings} />
        ) : (
          <p className="flex h-full flex-col items-center justify-center gap-1.5 p-3 text-balance text-center text-muted-foreground text-sm">
            <Unlink aria-hidden="true" className="size-5" />
            {t(content.state)}
          </p>
        )}
      </div>
    </Box>
  );
}
