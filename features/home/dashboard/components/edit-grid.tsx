"use client";

import { ChevronDown, ChevronUp, GripVertical, Maximize2, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { KeyboardEvent, ReactNode } from "react";
import { GridLayout, type LayoutItem, useContainerWidth, verticalCompactor } from "react-grid-layout";
import type { Surroundings } from "./card-body";
import "react-grid-layout/css/styles.css";
import { useMediaQuery } from "@/components/chart/use-media-query";
import { Button } from "@/components/ui/button";
import {
  COLUMNS,
  compactCards,
  type Direction,
  inOrder,
  LEAST,
  MOST_HIGH,
  moveCard,
  shiftCard,
  sizeCard,
} from "../rules";
import type { Card, ContentDto } from "../schema";
import { CardFrame } from "./card-frame";
import { useCardTitle } from "./card-title";
import { GAP_PX, ROW_PX } from "./view-grid";

const ARROWS: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};
const SIZES: Record<Direction, { w: number; h: number }> = {
  left: { w: -1, h: 0 },
  right: { w: 1, h: 0 },
  up: { w: 0, h: -1 },
  down: { w: 0, h: 1 },
};

type EditGridProps = Surroundings & {
  cards: readonly Card[];
  contents: ContentDto | undefined;
  /** Changes with the same `tag` form one undo step, such as a held arrow key. */
  onChange: (cards: Card[], tag: string | null) => void;
  onConfigure: (card: Card) => void;
};

/** The cards in the editor: arranged by mouse, by keys, and on a phone by their order. */
export function EditGrid(props: EditGridProps) {
  const isNarrow = useMediaQuery("(width < 48rem)") ?? false;
  const { width, containerRef, mounted } = useContainerWidth();
  const { cards, contents, onChange, onConfigure, ...surroundings } = props;
  const frameOf = (card: Card, isLast = false, isFirst = false) => (
    <CardFrame
      card={card}
      content={contents?.cards[card.id]}
      {...surroundings}
      tools={
        <Tools
          card={card}
          content={contents?.cards[card.id]}
          isNarrow={isNarrow}
          edges={{ isFirst, isLast }}
          onShift={(by) => onChange(shiftCard(cards, card.id, by), null)}
          onMove={(to) => onChange(moveCard(cards, card.id, to), `move ${card.id}`)}
          onSize={(to) => onChange(sizeCard(cards, card.id, SIZES[to]), `size ${card.id}`)}
          onConfigure={() => onConfigure(card)}
          onRemove={() => onChange(compactCards(cards.filter(({ id }) => id !== card.id)), null)}
        />
      }
    />
  );
  if (isNarrow) {
    const order = inOrder(cards);
    return (
      <ul className="flex flex-col gap-3">
        {order.map((card, index) => (
          <li key={card.id} className="max-h-80 overflow-hidden">
            {frameOf(card, index === order.length - 1, index === 0)}
          </li>
        ))}
      </ul>
    );
  }
  const take = (layout: readonly LayoutItem[]) => {
    const places = new Map(layout.map(({ i, x, y, w, h }) => [i, { x, y, w, h }]));
    const next = compactCards(cards.map((card) => ({ ...card, ...places.get(card.id) })));
    const isSame = next.every((card, index) => {
      const old = cards[index];
      return old && old.x === card.x && old.y === card.y && old.w === card.w && old.h === card.h;
    });
    if (!isSame) onChange(next, null);
  };
  return (
    <div
      ref={containerRef}
      className="-m-3 rounded-lg [&_.react-grid-placeholder]:rounded-lg! [&_.react-grid-placeholder]:bg-primary! [&_.react-resizable-handle]:opacity-60! motion-reduce:[&_.react-grid-item]:transition-none!"
    >
      {mounted && (
        <GridLayout
          width={width}
          layout={cards.map(({ id, x, y, w, h }) => ({
            i: id,
            x,
            y,
            w,
            h,
            minW: LEAST.w,
            minH: LEAST.h,
            maxH: MOST_HIGH,
          }))}
          gridConfig={{
            cols: COLUMNS,
            rowHeight: ROW_PX,
            margin: [GAP_PX, GAP_PX],
            containerPadding: [GAP_PX, GAP_PX],
          }}
          dragConfig={{ handle: "[data-grip]" }}
          compactor={verticalCompactor}
          onDragStop={(layout) => take(layout)}
          onResizeStop={(layout) => take(layout)}
        >
          {cards.map((card) => (
            <div key={card.id}>{frameOf(card)}</div>
          ))}
        </GridLayout>
      )}
    </div>
  );
}

type ToolsProps = {
  card: Card;
  content: ContentDto["cards"][string] | undefined;
  isNarrow: boolean;
  edges: { isFirst: boolean; isLast: boolean };
  onShift: (by: -1 | 1) => void;
  onMove: (to: Direction) => void;
  onSize: (to: Direction) => void;
  onConfigure: () => void;
  onRemove: () => void;
};

function Tools({ card, content, isNarrow, edges, onShift, onMove, onSize, onConfigure, onRemove }: ToolsProps) {
  const t = useTranslations("home.dashboard");
  const name = useCardTitle(card, content);
  const place = { name, x: card.x + 1, y: card.y + 1, w: card.w, h: card.h };
  const pressed = (action: (to: Direction) => void) => (event: KeyboardEvent) => {
    const to = ARROWS[event.key];
    if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action(to);
  };
  const tool = (label: string, icon: ReactNode, rest: Parameters<typeof Button>[0]) => (
    <Button variant="ghost" size="icon-sm" aria-label={label} title={label} {...rest}>
      {icon}
    </Button>
  );
  return (
    <span className="flex shrink-0 items-center">
      {isNarrow ? (
        <>
          {tool(t("earlier", { name }), <ChevronUp aria-hidden="true" />, {
            disabled: edges.isFirst,
            onClick: () => onShift(-1),
          })}
          {tool(t("later", { name }), <ChevronDown aria-hidden="true" />, {
            disabled: edges.isLast,
            onClick: () => onShift(1),
          })}
        </>
      ) : (
        <>
          {tool(t("move", place), <GripVertical aria-hidden="true" />, {
            onKeyDown: pressed(onMove),
            className: "cursor-grab touch-none",
            ...({ "data-grip": "" } as object),
          })}
          {tool(t("size", place), <Maximize2 aria-hidden="true" />, { onKeyDown: pressed(onSize) })}
        </>
      )}
      {tool(t("configure", { name }), <Pencil aria-hidden="true" />, { onClick: onConfigure })}
      {tool(t("takeAway", { name }), <Trash2 aria-hidden="true" />, { onClick: onRemove })}
    </span>
  );
}
