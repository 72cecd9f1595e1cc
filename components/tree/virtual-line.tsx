import { ChevronRight } from "lucide-react";
import { memo, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { MarkedLabel } from "./marked-label";
import type { TreeNode, TreeRow } from "./tree-node";
import type { DropPlace } from "./use-tree-drag";

type VirtualLineProps = Omit<TreeRow, "parentId"> & {
  domId: string;
  /** The offset of the line in the tree, and its height, in pixels. */
  start: number;
  height: number;
  isActive: boolean;
  isSelected: boolean;
  /** The search text; empty without a search. */
  query: string;
  drop: DropPlace | null;
  /** Why nothing can be dropped here, during a drag over the line. */
  refusal: string | null;
  isDragged: boolean;
  canDrag: boolean;
  onActive: (node: TreeNode) => void;
  icon: ((node: TreeNode) => ReactNode) | undefined;
  detail: ((node: TreeNode) => ReactNode) | undefined;
};

/** Deep levels are indented less, so that levels stay distinguishable and names keep some room. */
const indentOf = (above: number) =>
  `min(${(Math.min(above, 6) * 1.125 + Math.max(above - 6, 0) * 0.22).toFixed(3)}rem, 45%)`;

/** One line of a virtual tree. It has a fixed height: a long name is truncated, with the full name in its title. */
export const VirtualLine = memo(function VirtualLine(props: VirtualLineProps) {
  const { node, level, position, size, isOpen, domId, start, height, isActive, isSelected, drop, isDragged } = props;
  const { canDrag, onActive, icon, detail, query, refusal } = props;
  const disabled = node.disabled === true;
  const indent = indentOf(level - 1);
  return (
    <div
      id={domId}
      role="treeitem"
      data-tree-id={node.id}
      aria-level={level}
      aria-setsize={size}
      aria-posinset={position}
      aria-expanded={isOpen}
      aria-selected={isSelected}
      aria-disabled={disabled || undefined}
      aria-labelledby={`${domId}-label`}
      aria-describedby={node.hint ? `${domId}-hint` : undefined}
      tabIndex={isActive ? 0 : -1}
      draggable={canDrag || undefined}
      onFocus={(event) => event.target === event.currentTarget && onActive(node)}
      className={cn(
        "group absolute inset-x-0 top-0 flex select-none items-center gap-1.5 rounded-md pr-2 focus-visible:outline-2 focus-visible:outline-ring focus-visible:-outline-offset-2",
        isSelected ? "bg-primary-soft text-primary-soft-foreground" : "hover:bg-row-hover",
        disabled ? "cursor-default text-muted-foreground" : "cursor-pointer",
        isDragged && "opacity-50",
        drop === "into" && "bg-primary-soft outline-2 outline-primary -outline-offset-2",
        refusal && "outline-2 outline-critical outline-dashed -outline-offset-2",
      )}
      style={{ height, transform: `translateY(${start}px)`, paddingInlineStart: indent }}
    >
      {(drop === "before" || drop === "after") && <DropMark place={drop} indent={indent} />}
      <span
        aria-hidden="true"
        className={cn(
          "grid h-full w-6 shrink-0 place-items-center touch:w-9",
          isOpen !== undefined && "cursor-pointer",
        )}
        data-fold={isOpen !== undefined || undefined}
      >
        {isOpen !== undefined && (
          <ChevronRight
            className={cn("size-4 text-muted-foreground transition-transform duration-120", isOpen && "rotate-90")}
          />
        )}
      </span>
      {icon?.(node)}
      <span id={`${domId}-label`} title={node.label} className="min-w-0 truncate">
        <MarkedLabel label={node.label} query={query} />
      </span>
      {refusal && <span className="ml-auto max-w-3/4 shrink-0 truncate text-critical text-xs">{refusal}</span>}
      {!refusal && node.hint && (
        <span id={`${domId}-hint`} className="shrink-0 text-muted-foreground text-xs">
          {node.hint}
        </span>
      )}
      {!refusal && detail && <span className="ml-auto flex shrink-0 items-center gap-1">{detail(node)}</span>}
    </div>
  );
});

/** Marks the position between two lines, from the target level on, with a ring and a rule. */
function DropMark({ place, indent }: { place: "before" | "after"; indent: string }) {
  return (
    <span
      aria-hidden="true"
      data-drop={place}
      className={cn(
        "pointer-events-none absolute right-1 z-10 h-0.5 rounded-full bg-primary",
        "before:-translate-y-1/2 before:absolute before:top-1/2 before:-left-2 before:size-2 before:rounded-full before:border-2 before:border-primary before:bg-card",
        place === "before" ? "-top-px" : "-bottom-px",
      )}
      style={{ insetInlineStart: `calc(${indent} + 1.75rem)` }}
    />
  );
}
