"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";

const CommandPalette = dynamic(() => import("./command-palette").then((file) => file.CommandPalette), { ssr: false });

/** Opens the palette by Ctrl+K or ⌘K, or by the button, which is the only way on a phone. */
export function PaletteButton({ username }: { username: string }) {
  const t = useTranslations("shell.palette");
  const [isOpen, setIsOpen] = useState(false);
  const toggle = useEffectEvent(() => setIsOpen(!isOpen));
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-label={t("open")}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={`${t("open")} (Ctrl K)`}
        onClick={() => setIsOpen(true)}
        className={cn(
          buttonVariants({ variant: "secondary" }),
          "mr-2 text-muted-foreground max-lg:mr-0 max-lg:size-control max-lg:border-transparent max-lg:bg-transparent max-lg:p-0",
        )}
      >
        <Search aria-hidden="true" />
        <span className="max-lg:hidden">{t("button")}</span>
        <kbd className="ml-3 rounded-sm border bg-muted px-1 font-sans text-xs max-lg:hidden">Ctrl K</kbd>
      </button>
      {isOpen && <CommandPalette username={username} onClose={() => setIsOpen(false)} />}
    </>
  );
}
