"use client";

import type { ComponentProps } from "react";
import { cn } from "./cn";
import { DialogContent } from "./dialog";

export {
  Dialog as Sheet,
  DialogBody as SheetBody,
  DialogClose as SheetClose,
  DialogFooter as SheetFooter,
  DialogHeader as SheetHeader,
  DialogTrigger as SheetTrigger,
} from "./dialog";

type SheetContentProps = Omit<ComponentProps<typeof DialogContent>, "shape"> & {
  /** Nearly as wide as most windows: alarms have no room beside it. */
  wide?: boolean;
};

/** A full-height panel at the right edge, for long forms and records. */
export function SheetContent({ wide = false, className, ...props }: SheetContentProps) {
  return (
    <DialogContent
      shape="sheet"
      data-wide={wide || undefined}
      className={cn(wide && "w-280 max-2xl:top-[var(--over-dialogs,0px)]", className)}
      {...props}
    />
  );
}
