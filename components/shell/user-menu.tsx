"use client";

import { ChevronDown, LogOut } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Spinner } from "@/components/ui/spinner";
import { showToast } from "@/components/ui/toast-store";
import { OWN_REQUEST } from "@/lib/http/own-request";
import { Avatar } from "./avatar";
import { TopPopover, topItemClass } from "./top-popover";

type UserMenuProps = {
  name: string;
  username: string;
  organisation: string;
  timeZone: string;
  /** The URL of the profile image, if there is one. */
  avatar?: string | null;
  /** The logout call, and the path to go to afterwards (without the locale). */
  logout: { url: string; next: string };
  /** Further entries with `topItemClass`; `close` closes the menu. */
  children?: (close: () => void) => ReactNode;
};

export function UserMenu({ name, username, organisation, timeZone, avatar, logout, children }: UserMenuProps) {
  const t = useTranslations("shell");
  const locale = useLocale();
  const [pending, setPending] = useState(false);

  const leave = async () => {
    setPending(true);
    try {
      const response = await fetch(logout.url, { cache: "no-store", headers: OWN_REQUEST });
      if (!response.ok && response.status !== 401) throw new Error(String(response.status));
      // A full page load, so that no session data stays in memory.
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
      className="w-64"
      trigger={
        <>
          <Avatar name={name} src={avatar} className="-ml-1" />
          <span className="max-w-32 truncate max-sm:sr-only">{name}</span>
          <ChevronDown aria-hidden="true" className="-mr-1 opacity-60 max-sm:hidden" />
        </>
      }
    >
      {(close) => (
        <>
          <div className="mb-1 flex items-center gap-2.5 border-b px-2 pt-1.5 pb-2.5">
            <Avatar name={name} src={avatar} className="size-9 text-base" />
            <div className="min-w-0">
              <p className="truncate font-medium" title={name}>
                {name}
              </p>
              <p className="truncate text-muted-foreground text-xs" title={`${username} · ${organisation}`}>
                {username} · {organisation}
              </p>
              <p className="truncate text-faint-foreground text-xs">{t("timeZone", { zone: timeZone })}</p>
            </div>
          </div>
          {children && <div className="mb-1 border-b pb-1">{children(close)}</div>}
          <button type="button" onClick={leave} disabled={pending} className={topItemClass}>
            {pending ? <Spinner /> : <LogOut aria-hidden="true" />}
            {t("logout")}
          </button>
        </>
      )}
    </TopPopover>
  );
}
