"use client";

import { House, X } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Link, usePathname, useRouter } from "@/lib/i18n/navigation";
import { type PageTitles, pageKey } from "./page-key";
import { usePageName } from "./page-name";
import { TabList } from "./tab-list";
import { TabMenu, type TabMenuTarget } from "./tab-menu";
import { onDropped, readTabs, type VisitedTab, withTab, writeTabs } from "./visited-tab";

/** `owner`: the account whose tabs they are. */
type VisitedTabsProps = { titles: PageTitles; homePath: string; owner: string };

/** The pages visited in this window. Home cannot be closed; the others close by button, middle click or menu. */
export function VisitedTabs({ titles, homePath, owner }: VisitedTabsProps) {
  const t = useTranslations("shell.tabs");
  const router = useRouter();
  const pathname = usePathname();
  const search = useSearchParams();
  const query = search.toString();
  const hereKey = pageKey(titles, pathname, search);
  const hereHref = query ? `${pathname}?${query}` : pathname;
  const name = usePageName(hereKey);
  const here = useMemo(
    (): VisitedTab => ({ key: hereKey, path: pathname, href: hereHref, ...(name !== undefined && { name }) }),
    [hereKey, pathname, hereHref, name],
  );
  const known = titles[pathname] !== undefined && pathname !== homePath;
  const [stored, setStored] = useState<readonly VisitedTab[]>([]);
  const [menu, setMenu] = useState<TabMenuTarget | null>(null);
  const strip = useRef<HTMLUListElement>(null);
  const tabs = known ? withTab(stored, here) : stored;

  // sessionStorage exists only in the browser, so the server renders only home and the current page.
  useEffect(() => {
    const read = () => setStored(readTabs(owner).filter((tab) => tab.path !== homePath));
    read();
    return onDropped(read);
  }, [homePath, owner]);
  useEffect(() => {
    if (!known) return;
    const next = withTab(readTabs(owner), here);
    writeTabs(owner, next);
    setStored(next);
  }, [known, here, owner]);
  // Runs after the other tabs are rendered; the list button takes some width, which is measured a frame later.
  const shown = tabs.map(({ key, name }) => name ?? key).join();
  useEffect(() => {
    const node = strip.current;
    if (!node || !shown) return;
    const bring = () =>
      node.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
    bring();
    const observer = new ResizeObserver(bring);
    observer.observe(node);
    return () => observer.disconnect();
  }, [shown, hereKey]);

  const keep = (next: readonly VisitedTab[]) => {
    writeTabs(owner, next);
    setStored(next);
    if (pathname !== homePath && !next.some(({ key }) => key === hereKey)) router.push(next.at(-1)?.href ?? homePath);
  };
  const titleOf = (tab: VisitedTab) => titles[tab.path] && (tab.name ?? titles[tab.path]?.title);
  const close = (key: string) => keep(tabs.filter((tab) => tab.key !== key));
  const closeByKey = (event: KeyboardEvent, key: string) => {
    if (event.key !== "Delete") return;
    event.preventDefault();
    // Focus moves to the neighbouring tab; otherwise it would be lost.
    const item = event.currentTarget.closest("li");
    (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector("a")?.focus();
    close(key);
  };
  const openMenu = (event: MouseEvent, key: string | null) => {
    event.preventDefault();
    const opener = event.currentTarget as HTMLElement;
    const { left, bottom } = opener.getBoundingClientRect();
    // The context menu key has no pointer position, so the menu opens below its tab.
    const isByKey = event.clientX === 0 && event.clientY === 0;
    const target = { key, x: isByKey ? left : event.clientX, y: isByKey ? bottom : event.clientY, opener };
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
          const title = titleOf(tab);
          const current = tab.key === hereKey;
          if (!title) return null;
          return (
            <li
              key={tab.key}
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
                  close(tab.key);
                }}
                aria-keyshortcuts="Delete"
                onKeyDown={(event) => closeByKey(event, tab.key)}
                onContextMenu={(event) => openMenu(event, tab.key)}
                title={tab.name}
                className={cn(tabClass, "pr-8")}
              >
                <span className="max-w-48 truncate">{title}</span>
              </Link>
              <button
                type="button"
                aria-label={t("closeNamed", { name: title })}
                onClick={() => close(tab.key)}
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
        tabs={tabs.flatMap((tab) => {
          const title = titleOf(tab);
          return title ? [{ key: tab.key, href: tab.href, title, isCurrent: tab.key === hereKey }] : [];
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
              const tab = tabs.find(({ key }) => key === menu?.key);
              if ((tab?.key ?? homePath) === hereKey) router.refresh();
              else router.push(tab?.href ?? homePath);
            },
          },
          { label: t("close"), disabled: menu?.key === null, run: () => menu?.key && close(menu.key) },
          {
            label: t("closeOthers"),
            disabled: tabs.every(({ key }) => key === menu?.key),
            run: () => keep(tabs.filter(({ key }) => key === menu?.key)),
          },
          { label: t("closeAll"), disabled: tabs.length === 0, run: () => keep([]) },
        ]}
      />
    </nav>
  );
}
