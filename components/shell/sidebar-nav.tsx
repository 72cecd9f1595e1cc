"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { cn } from "@/components/ui/cn";
import { usePathname } from "@/lib/i18n/navigation";
import type { MenuEntry, MenuSection } from "./menu-entry";
import { MenuLink } from "./menu-link";

/** The section of the page, the open section, and the sections whose links are rendered. */
type Shown = { here: string | undefined; open: string | undefined; made: readonly string[] };

const NONE: readonly MenuEntry[] = [];

type SidebarNavProps = { sections: readonly MenuSection[]; onNavigate?: () => void };

/** The menu with labels. One section is open at a time, initially that of the current page. */
export function SidebarNav({ sections, onNavigate }: SidebarNavProps) {
  const t = useTranslations("shell");
  const id = useId();
  const pathname = usePathname();
  const here = sections.find((section) => section.entries.some((entry) => entry.path === pathname))?.id;
  const [shown, setShown] = useState<Shown>({ here, open: here, made: here ? [here] : [] });
  // A section's links are rendered when it first opens, and remain for the closing animation.
  const show = (open: string | undefined) =>
    setShown(({ made }) => ({ here, open, made: open && !made.includes(open) ? [...made, open] : made }));
  // Navigating to a page of another section opens that section.
  if (shown.here !== here) show(here ?? shown.open);
  return (
    <nav aria-label={t("mainMenu")} className="min-h-0 flex-1 overflow-y-auto px-2 py-3 [scrollbar-width:thin]">
      <ul className="flex flex-col gap-0.5">
        {sections.map((section) => {
          const open = shown.open === section.id;
          return (
            <li key={section.id}>
              <button
                type="button"
                aria-expanded={open}
                aria-controls={`${id}-${section.id}`}
                onClick={() => show(open ? undefined : section.id)}
                className={cn(
                  "flex min-h-10 w-full items-center gap-3 rounded-md px-3 py-1.5 text-left transition-colors hover:bg-sidebar-accent hover:text-sidebar-active touch:min-h-11",
                  section.id === here && "text-sidebar-active",
                )}
              >
                <span className="[&>svg]:size-4.5">{section.icon}</span>
                <span className="min-w-0 flex-1 break-words font-medium leading-tight">{section.label}</span>
                <ChevronDown
                  aria-hidden="true"
                  className={cn("size-4 opacity-60 transition-transform duration-150", open && "rotate-180")}
                />
              </button>
              <div
                id={`${id}-${section.id}`}
                inert={!open}
                className={cn(
                  "grid transition-[grid-template-rows,opacity] duration-150",
                  open ? "grid-rows-[1fr]" : "grid-rows-[0fr] opacity-0",
                )}
              >
                <ul className="min-h-0 overflow-hidden">
                  {(shown.made.includes(section.id) ? section.entries : NONE).map((entry) => {
                    const current = entry.path === pathname;
                    return (
                      <li key={entry.id} className="pt-0.5">
                        <MenuLink
                          path={entry.path}
                          {...(onNavigate && { onClick: onNavigate })}
                          className={cn(
                            "relative flex min-h-9 items-center rounded-md py-1.5 pr-3 pl-10.5 transition-colors hover:bg-sidebar-accent hover:text-sidebar-active focus-visible:-outline-offset-2 touch:min-h-11",
                            current &&
                              "bg-sidebar-accent font-medium text-sidebar-active before:absolute before:inset-y-2 before:left-0 before:w-0.75 before:rounded-full before:bg-sidebar-mark",
                          )}
                        >
                          <span className="break-words leading-tight">{entry.label}</span>
                        </MenuLink>
                      </li>
                    );
                  })}
                </ul>
              </div>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
