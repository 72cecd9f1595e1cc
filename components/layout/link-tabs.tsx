import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Link } from "@/lib/i18n/navigation";

export type LinkTab = { href: string; label: ReactNode; current?: boolean; count?: number };

export const tabClass =
  "-mb-px inline-flex h-9 items-center touch:h-11 gap-1.5 whitespace-nowrap border-b-2 border-transparent px-3 font-medium text-base text-muted-foreground transition-colors hover:text-foreground focus-visible:-outline-offset-2";

/** Tabs whose state is in the address: each one is a link. */
export function LinkTabs({ tabs, label, className }: { tabs: LinkTab[]; label: string; className?: string }) {
  return (
    <nav aria-label={label} className={cn("flex gap-1 overflow-x-auto overflow-y-hidden border-b", className)}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          aria-current={tab.current ? "page" : undefined}
          className={cn(tabClass, tab.current && "border-primary text-foreground")}
        >
          {tab.label}
          {tab.count !== undefined && (
            <span className="rounded-sm bg-muted px-1 text-muted-foreground text-xs tabular-nums">{tab.count}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}
