import { ChevronRight } from "lucide-react";
import { memo, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import type { TreeNode, TreeRow } from "./tree-node";
import type { DropPlace } from "./use-tree-drag";

type VirtualLineProps = Omit<TreeRow, "parentId"> & {
  domId: string;
  /** Where the line stands in the tree, and how high it is, in pixels. */
  start: number;
  height: number;
  isActive: boolean;
  isSelected: boolean;
  drop: DropPlace | null;
  isDragged: boolean;
  canDrag: boolean;
  onActive: (node: TreeNode) => void;
  icon: ((node: TreeNode) => ReactNode) | undefined;
  detail: ((node: TreeNode) => ReactNode) | undefined;
};

/** One line of a tree that draws only what is in sight. It has one height: a long name is cut, and whole in its title. */
export const VirtualLine = memo(function VirtualLine(props: VirtualLineProps) {
  const { node, level, position, size, isOpen, domId, start, height, isActive, isSelected, drop, isDragged } = props;
  const { canDrag, onActive, icon, detail } = props;
  const disabled = node.disabled === true;
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
        drop === "before" && "shadow-[inset_0_2px_0_var(--primary)]",
        drop === "after" && "shadow-[inset_0_-2px_0_var(--primary)]",
      )}
      style={{ height, transform: `translateY(${start}px)`, paddingInlineStart: `min(${(level - 1) * 1.125}rem, 45%)` }}
    >
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
        {node.label}
      </span>
      {node.hint && (
        <span id={`${domId}-hint`} className="shrink-0 text-muted-foreground text-xs">
          {node.hint}
        </span>
      )}
      {detail && <span className="ml-auto flex shrink-0 items-center gap-1">{detail(node)}</span>}
    </div>
  );
});
