"use client";

import { Menu, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { Logo } from "./logo";
import type { MenuSection } from "./menu-entry";
import { SidebarNav } from "./sidebar-nav";

// A click outside closes it; React's types do not have this attribute yet.
const LIGHT_DISMISS = { closedby: "any" };

/** `foot` contains what does not fit the top bar of a phone. */
type MenuDrawerProps = { sections: readonly MenuSection[]; foot: ReactNode };

/** The menu on a phone: a native modal dialog, so focus and Escape need no script. */
export function MenuDrawer({ sections, foot }: MenuDrawerProps) {
  const t = useTranslations("shell");
  const drawer = useRef<HTMLDialogElement>(null);
  // The links are rendered when it first opens, because most windows show the menu beside the page.
  const [isWanted, setIsWanted] = useState(false);
  const open = () => {
    flushSync(() => setIsWanted(true));
    drawer.current?.showModal();
  };
  const close = () => drawer.current?.close();
  return (
    <>
      <button
        type="button"
        aria-label={t("openMenu")}
        onClick={open}
        className={cn(buttonVariants({ variant: "ghost", size: "icon" }), "-ml-2 md:hidden")}
      >
        <Menu aria-hidden="true" />
      </button>
      <dialog
        ref={drawer}
        aria-label={t("mainMenu")}
        {...LIGHT_DISMISS}
        className="open:fade-in-0 open:slide-in-from-left-8 m-0 h-dvh max-h-none w-72 max-w-[85vw] flex-col bg-sidebar text-sidebar-foreground duration-150 [--ring:var(--sidebar-ring)] open:flex open:animate-in backdrop:bg-overlay"
      >
        <div className="flex h-14 shrink-0 items-center justify-between border-sidebar-border border-b pr-2 pl-4 text-sidebar-active">
          <Logo name={t("product")} />
          <button
            type="button"
            aria-label={t("collapse")}
            onClick={close}
            className="grid size-11 place-items-center rounded-md hover:bg-sidebar-accent"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        {isWanted && (
          <>
            <SidebarNav sections={sections} onNavigate={close} />
            <div className="flex shrink-0 gap-1 border-sidebar-border border-t p-2">{foot}</div>
          </>
        )}
      </dialog>
    </>
  );
}
