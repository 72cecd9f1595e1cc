"use client";

import { ChevronDown, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useState } from "react";
import { Link } from "@/lib/i18n/navigation";
import { TopPopover, topItemClass } from "./top-popover";

type TabListProps = {
  /** The tab strip: the list is offered if it overflows. */
  strip: RefObject<HTMLElement | null>;
  tabs: readonly { key: string; href: string; title: string; isCurrent: boolean }[];
  onClose: (key: string) => void;
};

/** Whether an element overflows; `content` changes with its content. */
function useOverflow(element: RefObject<HTMLElement | null>, content: string): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const node = element.current;
    if (!node) return;
    const observer = new ResizeObserver(() => setIsOver(node.scrollWidth > node.clientWidth + 1));
    observer.observe(node);
    setIsOver(node.scrollWidth > node.clientWidth + 1);
    return () => observer.disconnect();
  }, [element, content]);
  return isOver;
}

/** A list of all visited pages, if the bar cannot show them all. */
export function TabList({ strip, tabs, onClose }: TabListProps) {
  const t = useTranslations("shell.tabs");
  const isOver = useOverflow(strip, tabs.map(({ key, title }) => key + title).join());
  if (!isOver) return null;
  return (
    <div className="flex shrink-0 items-center border-l px-1">
      <TopPopover label={t("all", { count: tabs.length })} trigger={<ChevronDown aria-hidden="true" />}>
        {(hide) => (
          <ul className="max-h-[60vh] min-w-56 overflow-y-auto">
            {tabs.map(({ key, href, title, isCurrent }) => (
              <li key={key} className="flex items-center">
                <Link
                  href={href}
                  prefetch={false}
                  onClick={hide}
                  aria-current={isCurrent ? "page" : undefined}
                  className={topItemClass}
                >
                  <span className="truncate">{title}</span>
                </Link>
                <button
                  type="button"
                  aria-label={t("closeNamed", { name: title })}
                  onClick={() => onClose(key)}
                  className="grid size-8 shrink-0 place-items-center rounded-sm text-faint-foreground hover:bg-accent hover:text-foreground"
                >
                  <X aria-hidden="true" className="size-3.5" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </TopPopover>
    </div>
  );
}
