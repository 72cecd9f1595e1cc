"use client";

import type { CSSProperties } from "react";
import { inOrder } from "../rules";
import type { Card, ContentDto } from "../schema";
import type { Surroundings } from "./card-body";
import { CardFrame } from "./card-frame";

/** Height of a grid row and gap between cards, in pixels. */
export const ROW_PX = 72;
export const GAP_PX = 12;

type ViewGridProps = Surroundings & { cards: readonly Card[]; contents: ContentDto | undefined };

/** The cards at their positions; on a phone stacked in reading order. */
export function ViewGrid({ cards, contents, ...surroundings }: ViewGridProps) {
  return (
    <ul className="grid gap-3 md:grid-cols-12 md:auto-rows-[72px]" data-dashboard="">
      {inOrder(cards).map((card) => {
        const { x, y, w, h } = card;
        const style = {
          "--column": `${x + 1} / span ${w}`,
          "--row": `${y + 1} / span ${h}`,
          "--height": `${h * ROW_PX + (h - 1) * GAP_PX}px`,
        } as CSSProperties;
        return (
          <li
            key={card.id}
            style={style}
            className="min-w-0 max-md:max-h-(--height) max-md:min-h-28 md:[grid-column:var(--column)] md:[grid-row:var(--row)]"
          >
            <CardFrame
              card={card}
              content={contents?.cards[card.id]}
              {...surroundings}
              className="max-md:max-h-(--height)"
            />
          </li>
        );
      })}
    </ul>
  );
}
