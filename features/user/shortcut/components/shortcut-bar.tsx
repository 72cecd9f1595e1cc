"use client";

import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { MenuLink } from "@/components/shell/menu-link";
import { useRouter } from "@/lib/i18n/navigation";

const ShortcutDialog = dynamic(() => import("./shortcut-dialog").then((file) => file.ShortcutDialog), { ssr: false });

type ShortcutBarProps = { items: readonly { id: number; name: string; path: string; icon: ReactNode }[] };

/** The user's shortcuts, the recently visited pages, and the button to edit the shortcuts. */
export function ShortcutBar({ items }: ShortcutBarProps) {
  const t = useTranslations("shell.shortcuts");
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const action = t("choose");
  return (
    <nav aria-label={t("label")} className="flex max-w-1/2 shrink-0 items-center gap-1 border-l px-1.5">
      <ul className="flex min-w-0 gap-0.5 overflow-x-auto [scrollbar-width:none]">
        {items.map(({ id, name, path, icon }) => (
          <li key={id} className="shrink-0">
            <MenuLink
              path={path}
              title={name}
              className="flex h-7 items-center gap-1.5 rounded-sm px-2 text-muted-foreground text-sm transition-colors hover:bg-accent hover:text-foreground focus-visible:-outline-offset-2 aria-[current]:text-primary [&>svg]:size-3.5"
            >
              {icon}
              <span className="max-w-28 truncate">{name}</span>
            </MenuLink>
          </li>
        ))}
      </ul>
      <button
        type="button"
        aria-label={action}
        title={action}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="grid size-7 shrink-0 place-items-center rounded-sm text-faint-foreground transition-colors hover:bg-accent hover:text-foreground"
      >
        <Plus aria-hidden="true" className="size-4" />
      </button>
      {isOpen && (
        <ShortcutDialog
          onClose={() => setIsOpen(false)}
          onDone={() => {
            setIsOpen(false);
            router.refresh();
          }}
        />
      )}
    </nav>
  );
}
