"use client";

import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { Link } from "@/lib/i18n/navigation";
import { savePreference } from "@/lib/preference/preference";
import { Logo, LogoMark } from "./logo";
import type { MenuSection } from "./menu-entry";
import { SidebarNav } from "./sidebar-nav";
import { SidebarRail } from "./sidebar-rail";

type SidebarProps = { sections: readonly MenuSection[]; homePath: string; initiallyCollapsed: boolean };

/** The menu beside the page: 210 px, or a 65 px rail of icons. The server knows which, so there is no layout shift. */
export function Sidebar({ sections, homePath, initiallyCollapsed }: SidebarProps) {
  const t = useTranslations("shell");
  const [collapsed, setCollapsed] = useState(initiallyCollapsed);
  const toggle = () => {
    setCollapsed(!collapsed);
    savePreference("sidebar", collapsed ? "open" : "collapsed");
  };
  const Toggle = collapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <aside
      data-chrome=""
      className={cn(
        "z-30 hidden h-full shrink-0 flex-col overflow-hidden bg-sidebar text-sidebar-foreground transition-[width] duration-180 [--ring:var(--sidebar-ring)] md:flex",
        collapsed ? "w-sidebar-collapsed" : "w-sidebar",
      )}
    >
      <Link
        href={homePath}
        aria-label={t("product")}
        className={cn(
          "flex h-topbar shrink-0 items-center border-sidebar-border border-b text-sidebar-active focus-visible:-outline-offset-2",
          collapsed ? "justify-center" : "px-4",
        )}
      >
        {collapsed ? <LogoMark /> : <Logo name={t("product")} />}
      </Link>
      {collapsed ? <SidebarRail sections={sections} /> : <SidebarNav sections={sections} />}
      <button
        type="button"
        onClick={toggle}
        aria-label={t(collapsed ? "expand" : "collapse")}
        title={t(collapsed ? "expand" : "collapse")}
        className={cn(
          "flex h-11 shrink-0 items-center gap-3 border-sidebar-border border-t text-sm transition-colors hover:bg-sidebar-accent hover:text-sidebar-active focus-visible:-outline-offset-2",
          collapsed ? "justify-center" : "px-5",
        )}
      >
        <Toggle aria-hidden="true" className="size-4.5" />
        {!collapsed && t("collapse")}
      </button>
    </aside>
  );
}
