"use client";

import { ChevronDown, X } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useMemo, useRef, useState } from "react";
import { pathTo, type TreeNode } from "@/components/tree/tree-node";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { controlClass } from "@/components/ui/control-class";
import { Popover } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import type { ControlProps } from "./field";

const Waiting = () => <Skeleton className="h-full" />;
const TreePanel = dynamic(() => import("./tree-panel").then((module) => module.TreePanel), {
  ssr: false,
  loading: Waiting,
});

type TreeSelectProps = {
  /** The attributes from a field; with `aria-label` if there is no label. */
  control: Partial<ControlProps> & { id: string; "aria-label"?: string };
  /** The name of the tree for screen readers. */
  label: string;
  /** Undefined while loading. A disabled node can be expanded but not chosen. */
  nodes: readonly TreeNode[] | undefined;
  /** The id of the chosen node; uncontrolled if only `defaultValue` is given. */
  value?: string | null;
  defaultValue?: string | null;
  onChange?: (id: string | null, node: TreeNode | null) => void;
  /** The name under which a surrounding form submits the id. */
  name?: string;
  placeholder?: string;
  clearable?: boolean;
  disabled?: boolean;
  /** Set if the tree could not be loaded. */
  failed?: { onRetry: () => void } | undefined;
  /** Must be a stable function while it returns the same. */
  icon?: (node: TreeNode) => ReactNode;
  className?: string;
};

/** Selects one node of a tree in a panel with a search. Designed for trees of ten thousand nodes. */
export function TreeSelect(props: TreeSelectProps) {
  const { control, label, nodes, defaultValue = null, onChange, name, placeholder, clearable = false } = props;
  const { disabled = false, failed, icon, className } = props;
  const { required, ...aria } = control;
  const t = useTranslations("common.tree");
  const panelId = useId();
  const [own, setOwn] = useState(defaultValue);
  const value = props.value === undefined ? own : props.value;
  const carrier = useRef<HTMLSelectElement>(null);
  const path = useMemo(() => (value === null ? [] : pathTo(nodes ?? [], value)), [nodes, value]);
  const chosen = path.at(-1);

  const change = (node: TreeNode | null) => {
    setOwn(node?.id ?? null);
    onChange?.(node?.id ?? null, node);
    // Notifies a surrounding form, as any other field does.
    carrier.current?.dispatchEvent(new Event("change", { bubbles: true }));
  };
  return (
    <span className={cn("relative inline-flex w-full min-w-0", className)}>
      <Popover
        {...aria}
        role="combobox"
        aria-controls={panelId}
        aria-required={required}
        disabled={disabled}
        className={cn(controlClass, "flex cursor-default items-center pl-2.5 text-left", clearable ? "pr-14" : "pr-8")}
        panelClassName="w-88 p-2"
        trigger={
          chosen ? (
            <span className="min-w-0 truncate" title={path.map((node) => node.label).join(" / ")}>
              {chosen.label}
              {path.length > 1 && (
                <span className="ml-2 text-faint-foreground text-sm">
                  {path
                    .slice(0, -1)
                    .map((node) => node.label)
                    .join(" / ")}
                </span>
              )}
            </span>
          ) : (
            <span className="truncate text-faint-foreground">{placeholder ?? t("choose")}</span>
          )
        }
      >
        {(close) => (
          <div id={panelId} className="flex h-80 max-h-[60dvh] flex-col gap-2">
            {failed ? (
              <p className="m-auto flex flex-col items-center gap-3 text-muted-foreground text-sm">
                {t("failed")}
                <Button size="sm" onClick={failed.onRetry}>
                  {t("again")}
                </Button>
              </p>
            ) : nodes ? (
              <TreePanel
                label={label}
                nodes={nodes}
                path={path}
                icon={icon}
                onPick={(node) => {
                  change(node);
                  close();
                }}
              />
            ) : (
              <Waiting />
            )}
          </div>
        )}
      </Popover>
      {clearable && chosen && !disabled && (
        <button
          type="button"
          aria-label={t("clear", { label })}
          title={t("clear", { label })}
          className="absolute inset-y-0 right-7 grid w-7 place-items-center rounded-sm text-muted-foreground hover:text-foreground"
          onClick={() => change(null)}
        >
          <X aria-hidden="true" className="size-3.5" />
        </button>
      )}
      <ChevronDown
        aria-hidden="true"
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-2.5 size-4 text-muted-foreground"
      />
      <select ref={carrier} hidden aria-hidden="true" tabIndex={-1} name={name} value={value ?? ""} onChange={() => {}}>
        <option value={value ?? ""}>{chosen?.label ?? ""}</option>
      </select>
    </span>
  );
}
