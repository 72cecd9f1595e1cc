"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { usePathname } from "@/lib/i18n/navigation";
import type { MenuSection } from "./menu-entry";
import { MenuLink } from "./menu-link";

const CLOSE_MS = 120;

/** The menu as icons. Hover, focus or click shows a section's name and entries beside it. */
export function SidebarRail({ sections }: { sections: readonly MenuSection[] }) {
  const t = useTranslations("shell");
  const id = useId();
  const pathname = usePathname();
  const [flyout, setFlyout] = useState<{ section: string; top: number } | null>(null);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = (section: string, item: Element) => {
    clearTimeout(closing.current);
    setFlyout({ section, top: item.getBoundingClientRect().top });
  };
  const hideSoon = () => {
    closing.current = setTimeout(() => setFlyout(null), CLOSE_MS);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
    if (event.key !== "Escape") return;
    // Focus opens the flyout, so it moves before the flyout closes.
    event.currentTarget.querySelector("button")?.focus();
    setFlyout(null);
  };
  return (
    <nav aria-label={t("mainMenu")} className="min-h-0 flex-1 overflow-y-auto py-3 [scrollbar-width:none]">
      <ul className="flex flex-col gap-0.5">
        {sections.map((section) => {
          const open = flyout?.section === section.id;
          const here = section.entries.some((entry) => entry.path === pathname);
          return (
            <li
              key={section.id}
              onPointerEnter={(event) => show(section.id, event.currentTarget)}
              onPointerLeave={hideSoon}
              onFocus={(event) => show(section.id, event.currentTarget)}
              onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setFlyout(null)}
              onKeyDown={onKeyDown}
            >
              <button
                type="button"
                aria-label={section.label}
                aria-expanded={open}
                aria-controls={`${id}-${section.id}`}
                onClick={(event) => show(section.id, event.currentTarget)}
                className={cn(
                  "relative mx-auto flex size-10 items-center justify-center rounded-md transition-colors hover:bg-sidebar-accent hover:text-sidebar-active [&>svg]:size-4.5",
                  here &&
                    "bg-sidebar-accent text-sidebar-active before:absolute before:inset-y-2 before:-left-2 before:w-0.75 before:rounded-full before:bg-sidebar-mark",
                )}
              >
                {section.icon}
              </button>
              <div
                id={`${id}-${section.id}`}
                hidden={!open}
                style={{ top: flyout?.top }}
                className="fade-in-0 slide-in-from-left-1 fixed left-sidebar-collapsed z-40 min-w-44 animate-in rounded-r-md bg-sidebar p-1 shadow-overlay duration-120"
              >
                {open && (
                  <>
                    <p aria-hidden="true" className="px-3 pt-1.5 pb-1 font-medium text-xs">
                      {section.label}
                    </p>
                    <ul>
                      {section.entries.map((entry) => (
                        <li key={entry.id}>
                          <MenuLink
                            path={entry.path}
                            onClick={() => setFlyout(null)}
                            className="flex h-9 items-center rounded-md px-3 transition-colors hover:bg-sidebar-accent hover:text-sidebar-active focus-visible:-outline-offset-2 aria-[current]:text-sidebar-active"
                          >
                            {entry.label}
                          </MenuLink>
                        </li>
                      ))}
                    </ul>
                  </>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
