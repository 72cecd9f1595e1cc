"use client";

import { House, X } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Link, usePathname, useRouter } from "@/lib/i18n/navigation";
import type { PageTitles } from "./page-title";
import { TabList } from "./tab-list";
import { TabMenu, type TabMenuTarget } from "./tab-menu";
import { readTabs, type VisitedTab, withTab, writeTabs } from "./visited-tab";

type VisitedTabsProps = { titles: PageTitles; homePath: string };

/** The pages visited in this window. Home cannot be closed; the others close by button, middle click or menu. */
export function VisitedTabs({ titles, homePath }: VisitedTabsProps) {
  const t = useTranslations("shell.tabs");
  const router = useRouter();
  const pathname = usePathname();
  const query = useSearchParams().toString();
  const here: VisitedTab = { path: pathname, href: query ? `${pathname}?${query}` : pathname };
  const known = titles[pathname] !== undefined && pathname !== homePath;
  const [stored, setStored] = useState<readonly VisitedTab[]>([]);
  const [menu, setMenu] = useState<TabMenuTarget | null>(null);
  const strip = useRef<HTMLUListElement>(null);
  const tabs = known ? withTab(stored, here) : stored;

  // sessionStorage exists only in the browser, so the server renders only home and the current page.
  useEffect(() => setStored(readTabs().filter((tab) => tab.path !== homePath)), [homePath]);
  const hereHref = here.href;
  useEffect(() => {
    if (!known) return;
    const next = withTab(readTabs(), { path: pathname, href: hereHref });
    writeTabs(next);
    setStored(next);
  }, [known, pathname, hereHref]);
  // Runs after the other tabs are rendered; the list button takes some width, which is measured a frame later.
  const shown = tabs.map(({ path }) => path).join();
  useEffect(() => {
    const node = strip.current;
    if (!node || !shown) return;
    const bring = () =>
      node.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
    bring();
    const observer = new ResizeObserver(bring);
    observer.observe(node);
    return () => observer.disconnect();
  }, [shown, pathname]);

  const keep = (next: readonly VisitedTab[]) => {
    writeTabs(next);
    setStored(next);
    if (pathname !== homePath && !next.some((tab) => tab.path === pathname)) router.push(next.at(-1)?.href ?? homePath);
  };
  const close = (path: string) => keep(tabs.filter((tab) => tab.path !== path));
  const closeByKey = (event: KeyboardEvent, path: string) => {
    if (event.key !== "Delete") return;
    event.preventDefault();
    // Focus moves to the neighbouring tab; otherwise it would be lost.
    const item = event.currentTarget.closest("li");
    (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector("a")?.focus();
    close(path);
  };
  const openMenu = (event: MouseEvent, path: string | null) => {
    event.preventDefault();
    const opener = event.currentTarget as HTMLElement;
    const { left, bottom } = opener.getBoundingClientRect();
    // The context menu key has no pointer position, so the menu opens below its tab.
    const isByKey = event.clientX === 0 && event.clientY === 0;
    const target = { path, x: isByKey ? left : event.clientX, y: isByKey ? bottom : event.clientY, opener };
    if (event.buttons === 0) setMenu(target);
    // If the press opens it, waits for the release, which some browsers treat as a click outside the menu.
    else window.addEventListener("pointerup", () => setTimeout(() => setMenu(target)), { once: true });
  };
  const tabClass =
    "flex h-full items-center gap-1.5 whitespace-nowrap px-3 text-muted-foreground text-sm transition-colors hover:text-foreground focus-visible:-outline-offset-2 aria-[current]:text-foreground aria-[current]:font-medium";
  return (
    <nav aria-label={t("label")} className="flex h-tabbar min-w-0 flex-1">
      <ul
        ref={strip}
        onWheel={({ currentTarget, deltaX, deltaY }) => {
          // Converts vertical wheel movement to horizontal scrolling.
          if (deltaX === 0) currentTarget.scrollLeft += deltaY;
        }}
        className="flex min-w-0 flex-1 overflow-x-auto overflow-y-hidden [scrollbar-width:none]"
      >
        <li className={cn("relative border-r", pathname === homePath && "bg-background")}>
          <Link
            href={homePath}
            aria-current={pathname === homePath ? "page" : undefined}
            onContextMenu={(event) => openMenu(event, null)}
            className={tabClass}
          >
            <House aria-hidden="true" className="size-3.5" />
            {titles[homePath]?.title}
          </Link>
        </li>
        {tabs.map((tab) => {
          const title = titles[tab.path]?.title;
          const current = tab.path === pathname;
          if (!title) return null;
          return (
            <li
              key={tab.path}
              className={cn(
                "group/tab relative flex items-center border-r",
                current && "bg-background after:absolute after:inset-x-0 after:top-0 after:h-0.5 after:bg-primary",
              )}
            >
              <Link
                href={tab.href}
                prefetch={false}
                aria-current={current ? "page" : undefined}
                onAuxClick={(event) => {
                  if (event.button !== 1) return;
                  event.preventDefault();
                  close(tab.path);
                }}
                aria-keyshortcuts="Delete"
                onKeyDown={(event) => closeByKey(event, tab.path)}
                onContextMenu={(event) => openMenu(event, tab.path)}
                className={cn(tabClass, "pr-8")}
              >
                {title}
              </Link>
              <button
                type="button"
                aria-label={t("closeNamed", { name: title })}
                onClick={() => close(tab.path)}
                className="absolute right-1 grid size-6 place-items-center rounded-sm text-faint-foreground opacity-70 transition-colors hover:bg-accent hover:text-foreground hover:opacity-100 focus-visible:opacity-100 group-hover/tab:opacity-100"
              >
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </li>
          );
        })}
      </ul>
      <TabList
        strip={strip}
        tabs={tabs.flatMap(({ path, href }) => {
          const title = titles[path]?.title;
          return title ? [{ path, href, title, isCurrent: path === pathname }] : [];
        })}
        onClose={close}
      />
      <TabMenu
        target={menu}
        onClose={() => setMenu(null)}
        items={[
          {
            label: t("refresh"),
            run: () => {
              const tab = tabs.find((candidate) => candidate.path === menu?.path);
              const path = tab?.path ?? homePath;
              if (path === pathname) router.refresh();
              else router.push(tab?.href ?? homePath);
            },
          },
          { label: t("close"), disabled: menu?.path === null, run: () => menu?.path && close(menu.path) },
          {
            label: t("closeOthers"),
            disabled: tabs.every((tab) => tab.path === menu?.path),
            run: () => keep(tabs.filter((tab) => tab.path === menu?.path)),
          },
          { label: t("closeAll"), disabled: tabs.length === 0, run: () => keep([]) },
        ]}
      />
    </nav>
  );
}
