"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import * as Primitive from "radix-ui/dialog";
import { type ComponentProps, type ReactNode, useRef } from "react";
import { buttonVariants } from "./button-variants";
import { cn } from "./cn";
import { useScrollStop } from "./use-scroll-stop";

export const Dialog = Primitive.Root;
export const DialogTrigger = Primitive.Trigger;
export const DialogClose = Primitive.Close;
/** For a dialog without a header: the title that screen readers need. */
export const DialogTitle = Primitive.Title;

const overlayClass =
  "fixed inset-0 z-50 bg-overlay data-[state=closed]:animate-out data-[state=open]:animate-in data-[state=closed]:fade-out-0 data-[state=open]:fade-in-0 duration-150";

/*
 * On narrow windows, elements above dialogs (`data-over-dialogs`) reserve their height with `--over-dialogs`; wide ones
 * have room beside the dialog, unless the sheet is wide itself.
 */
const SHAPE = {
  dialog:
    "top-[8vh] left-1/2 max-h-[84vh] max-xl:top-[max(8vh,var(--over-dialogs,0px))] max-xl:max-h-[min(84vh,calc(100dvh-var(--over-dialogs,0px)-1rem))] w-[500px] max-w-[calc(100vw-1.5rem)] -translate-x-1/2 rounded-lg data-[state=closed]:slide-out-to-top-1 data-[state=open]:slide-in-from-top-1",
  sheet:
    "inset-y-0 right-0 max-xl:top-[var(--over-dialogs,0px)] w-[560px] max-w-full data-[state=closed]:slide-out-to-right-8 data-[state=open]:slide-in-from-right-8",
  drawer:
    "inset-y-0 left-0 w-72 max-w-[85vw] data-[state=closed]:slide-out-to-left-8 data-[state=open]:slide-in-from-left-8",
} as const;

type DialogContentProps = ComponentProps<typeof Primitive.Content> & { shape?: keyof typeof SHAPE };

/**
 * A click on an alarm or message above the dialog must not close the dialog. The clicked element may have been removed
 * meanwhile.
 */
function keepOpenForOverlays(event: { target: EventTarget | null; preventDefault: () => void }) {
  const { target } = event;
  if (target instanceof Element && (!target.isConnected || target.closest("[data-over-dialogs]")))
    event.preventDefault();
}

/** 500 px wide, 8vh from the top; a sheet fills the height at the right, a drawer at the left. */
export function DialogContent({ shape = "dialog", className, children, ...props }: DialogContentProps) {
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlayClass} />
      <Primitive.Content
        data-dialog={shape}
        onInteractOutside={keepOpenForOverlays}
        className={cn(
          "fixed z-50 flex flex-col bg-popover text-popover-foreground shadow-overlay outline-none duration-150 data-[state=closed]:animate-out data-[state=open]:animate-in data-[state=closed]:fade-out-0 data-[state=open]:fade-in-0",
          SHAPE[shape],
          className,
        )}
        {...props}
      >
        {children}
      </Primitive.Content>
    </Primitive.Portal>
  );
}

type DialogHeaderProps = { title: ReactNode; description?: ReactNode; className?: string };

/** The title names the dialog to screen readers; the description, if any, describes it. */
export function DialogHeader({ title, description, className }: DialogHeaderProps) {
  const t = useTranslations("common");
  return (
    <header className={cn("flex items-center gap-3 border-b py-2.5 pr-3 pl-5", className)}>
      <div className="min-w-0 flex-1 py-0.5">
        <Primitive.Title className="font-semibold text-lg">{title}</Primitive.Title>
        {description && (
          <Primitive.Description className="mt-0.5 text-muted-foreground text-sm">{description}</Primitive.Description>
        )}
      </div>
      <Primitive.Close aria-label={t("action.close")} className={buttonVariants({ variant: "ghost", size: "icon-sm" })}>
        <X aria-hidden="true" />
      </Primitive.Close>
    </header>
  );
}

/** The part of a dialog that scrolls. */
export function DialogBody({ className, ...props }: ComponentProps<"div">) {
  const box = useRef<HTMLDivElement>(null);
  const isStop = useScrollStop(box);
  return (
    <div
      ref={box}
      {...(isStop && { tabIndex: 0 })}
      className={cn("min-h-0 flex-1 overflow-y-auto px-5 py-4 focus-visible:-outline-offset-2", className)}
      {...props}
    />
  );
}

export function DialogFooter({ className, ...props }: ComponentProps<"footer">) {
  return <footer className={cn("flex flex-wrap justify-end gap-2 border-t px-5 py-3", className)} {...props} />;
}
