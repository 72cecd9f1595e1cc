"use client";

import { ChevronDown, LogOut } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Spinner } from "@/components/ui/spinner";
import { showToast } from "@/components/ui/toast-store";
import { TopPopover, topItemClass } from "./top-popover";

type UserMenuProps = {
  name: string;
  username: string;
  organisation: string;
  timeZone: string;
  /** The call that ends the session, and where to go then (path without the locale). */
  logout: { url: string; next: string };
};

export function UserMenu({ name, username, organisation, timeZone, logout }: UserMenuProps) {
  const t = useTranslations("shell");
  const locale = useLocale();
  const [pending, setPending] = useState(false);

  const leave = async () => {
    setPending(true);
    try {
      const response = await fetch(logout.url, { cache: "no-store" });
      if (!response.ok && response.status !== 401) throw new Error(String(response.status));
      // A full load: nothing of the session stays in memory.
      window.location.assign(`/${locale}${logout.next}`);
    } catch {
      setPending(false);
      showToast("critical", t("logoutFailed"));
    }
  };
  return (
    <TopPopover
      label={t("account")}
      size="md"
      className="w-60"
      trigger={
        <>
          <span
            aria-hidden="true"
            className="-ml-1 grid size-6 place-items-center rounded-full bg-primary-soft font-semibold text-primary-soft-foreground text-xs uppercase"
          >
            {[...name][0]}
          </span>
          <span className="max-w-32 truncate max-sm:sr-only">{name}</span>
          <ChevronDown aria-hidden="true" className="-mr-1 opacity-60 max-sm:hidden" />
        </>
      }
    >
      <div className="mb-1 border-b px-2 pt-1.5 pb-2.5">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-muted-foreground text-xs">
          {username} · {organisation}
        </p>
        <p className="mt-1 truncate text-faint-foreground text-xs">{t("timeZone", { zone: timeZone })}</p>
      </div>
      <button type="button" onClick={leave} disabled={pending} className={topItemClass}>
        {pending ? <Spinner /> : <LogOut aria-hidden="true" />}
        {t("logout")}
      </button>
    </TopPopover>
  );
}
