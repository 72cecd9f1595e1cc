import { GripVertical } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

type SortHandleProps = ComponentProps<"button"> & { label: string; hint: string };

/** The finger-sized handle to drag a row or move it by arrow keys. The handlers come from `useRowOrder`. */
export function SortHandle({ label, hint, className, ...props }: SortHandleProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={hint}
      className={cn(
        "-ml-1.5 grid size-7 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-faint-foreground hover:bg-accent hover:text-foreground active:cursor-grabbing touch:-my-3 touch:size-11",
        className,
      )}
      {...props}
    >
      <GripVertical aria-hidden="true" className="size-4" />
    </button>
  );
}
