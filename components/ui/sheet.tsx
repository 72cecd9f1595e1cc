"use client";

import type { ComponentProps } from "react";
import { DialogContent } from "./dialog";

export {
  Dialog as Sheet,
  DialogBody as SheetBody,
  DialogClose as SheetClose,
  DialogFooter as SheetFooter,
  DialogHeader as SheetHeader,
  DialogTrigger as SheetTrigger,
} from "./dialog";

/** A full-height panel at the right edge, for long forms and records. */
export function SheetContent(props: Omit<ComponentProps<typeof DialogContent>, "shape">) {
  return <DialogContent shape="sheet" {...props} />;
}
