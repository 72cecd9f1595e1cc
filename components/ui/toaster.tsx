"use client";

import { Info, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState, useSyncExternalStore } from "react";
import { ToneIcon } from "@/components/value/tone-icon";
import { buttonVariants } from "./button-variants";
import { cn } from "./cn";
import { dismissToast, TOAST_MS, type ToastMessage, type ToastTone, toastStore } from "./toast-store";

const TEXT: Record<ToastTone, string> = {
  normal: "text-normal",
  info: "text-below",
  warning: "text-warning",
  critical: "text-critical",
};

function Toast({ message }: { message: ToastMessage }) {
  const t = useTranslations("common");
  const [held, setHeld] = useState(false);
  const { id, tone, requestId } = message;

  useEffect(() => {
    if (held || requestId) return;
    const timer = setTimeout(() => dismissToast(id), TOAST_MS[tone]);
    return () => clearTimeout(timer);
  }, [held, requestId, id, tone]);

  return (
    <li
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="fade-in-0 slide-in-from-bottom-2 pointer-events-auto flex w-full animate-in items-start gap-2.5 rounded-md bg-popover py-2 pr-2 pl-3 text-popover-foreground shadow-overlay duration-150"
    >
      <span className={cn("mt-1.5", TEXT[tone])}>
        {tone === "info" ? <Info aria-hidden="true" className="size-4" /> : <ToneIcon tone={tone} />}
      </span>
      <div className="min-w-0 flex-1 py-1">
        <p className="break-words">{message.text}</p>
        {requestId && (
          <p className="mt-0.5 text-faint-foreground text-xs">
            {t("error.requestId")} <code className="select-all font-mono">{requestId}</code>
          </p>
        )}
      </div>
      <button
        type="button"
        aria-label={t("action.close")}
        onClick={() => dismissToast(id)}
        className={buttonVariants({ variant: "ghost", size: "icon-sm" })}
      >
        <X aria-hidden="true" />
      </button>
    </li>
  );
}

/** Renders the toasts of `showToast` and announces them to screen readers; one per page. */
export function Toaster() {
  const t = useTranslations("common");
  const messages = useSyncExternalStore(toastStore.subscribe, toastStore.read, toastStore.readOnServer);
  return (
    <section
      aria-label={t("toast.label")}
      aria-live="polite"
      data-over-dialogs=""
      // Above the buttons of a sheet and of the bar of a selection; below a dialog on a phone, which leaves 8vh there.
      className="pointer-events-none fixed right-4 bottom-4 left-4 z-60 sm:left-auto sm:w-88 max-sm:[body:has([data-batch-bar])_&]:bottom-20 [body:has([data-dialog=sheet])_&]:bottom-20 sm:[body:has([data-dialog=dialog])_&]:bottom-20 max-sm:[body:has([data-dialog=dialog])_&]:bottom-1"
    >
      <ol className="flex flex-col gap-2">
        {messages.map((message) => (
          <Toast key={message.id} message={message} />
        ))}
      </ol>
    </section>
  );
}
