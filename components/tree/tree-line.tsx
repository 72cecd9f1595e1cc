import { ChevronRight } from "lucide-react";
import { memo, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import type { CheckState } from "./check-choice";
import { MarkedLabel } from "./marked-label";
import { TickMark } from "./tick-mark";
import type { TreeNode, TreeRow } from "./tree-node";

/** The content at the end of a line. Controls in it are in the tab order only on the active line. */
export type TreeDetail = (node: TreeNode, state: CheckState, isActive: boolean) => ReactNode;

type TreeLineProps = Omit<TreeRow, "parentId"> & {
  /** No node has children, so there is no space for the expand icon. */
  isFlat: boolean;
  domId: string;
  /** The search text; empty without a search. */
  query: string;
  state: CheckState;
  isActive: boolean;
  onFold: (node: TreeNode) => void;
  onToggle: (node: TreeNode) => void;
  onActive: (node: TreeNode) => void;
  detail: TreeDetail | undefined;
};

const ARIA_CHECKED = { checked: true, mixed: "mixed", unchecked: false } as const;

/** One line of the tree. Its checkbox belongs to the tree; a surrounding form is notified as for any field. */
export const TreeLine = memo(function TreeLine(props: TreeLineProps) {
  const {
    node,
    level,
    position,
    size,
    isOpen,
    isFlat,
    domId,
    query,
    state,
    isActive,
    onFold,
    onToggle,
    onActive,
    detail,
  } = props;
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
      aria-checked={ARIA_CHECKED[state]}
      aria-disabled={disabled || undefined}
      aria-labelledby={`${domId}-label`}
      aria-describedby={node.hint ? `${domId}-hint` : undefined}
      tabIndex={isActive ? 0 : -1}
      onFocus={(event) => event.target === event.currentTarget && onActive(node)}
      className="group flex min-h-8 items-stretch rounded-md pr-2 hover:bg-row-hover focus-visible:outline-2 focus-visible:outline-ring focus-visible:-outline-offset-2 touch:min-h-11"
      style={{ paddingInlineStart: `${(level - 1) * 1.25}rem` }}
    >
      {!isFlat && (
        <span
          aria-hidden="true"
          className={cn("grid w-7 shrink-0 place-items-center touch:w-9", isOpen !== undefined && "cursor-pointer")}
          onClick={() => isOpen !== undefined && onFold(node)}
        >
          {isOpen !== undefined && (
            <ChevronRight
              className={cn("size-4 text-muted-foreground transition-transform duration-120", isOpen && "rotate-90")}
            />
          )}
        </span>
      )}
      <label
        // The focus stays on the line, not on its checkbox.
        onMouseDown={(event) => event.preventDefault()}
        className={cn(
          "flex min-w-0 flex-1 select-none items-center gap-2 py-1",
          isFlat && "pl-2",
          disabled ? "cursor-not-allowed" : "cursor-pointer",
        )}
      >
        <input
          type="checkbox"
          aria-hidden="true"
          tabIndex={-1}
          className="sr-only"
          checked={state === "checked"}
          disabled={disabled}
          onChange={() => {
            onActive(node);
            onToggle(node);
          }}
        />
        <TickMark state={state} disabled={disabled} />
        <span className="min-w-0">
          <span
            id={`${domId}-label`}
            className={cn("break-words", isOpen !== undefined && "font-medium", disabled && "text-faint-foreground")}
          >
            <MarkedLabel label={node.label} query={query} />
          </span>
          {node.hint && (
            <span id={`${domId}-hint`} className="block text-faint-foreground text-xs">
              {node.hint}
            </span>
          )}
        </span>
      </label>
      {detail && <span className="flex shrink-0 items-center gap-1">{detail(node, state, isActive)}</span>}
    </div>
  );
});
