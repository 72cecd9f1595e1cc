"use client";

import { ShieldCheck, ShieldOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { OpenLink } from "@/components/data-table/open-link";
import { Badge } from "@/components/ui/badge";
import { Instant } from "@/components/value/instant";
import { StateBadge } from "@/components/value/state-badge";
import type { UserDto } from "../user.schema";

/** Name and user name; the name opens the record. */
export function PersonCell({ row, href, onOpen }: { row: UserDto; href: string; onOpen: (id: number) => void }) {
  const t = useTranslations("user");
  return (
    <span className="block min-w-0 max-sm:pr-4 sm:min-w-36">
      <span className="flex min-w-0 items-center gap-1.5">
        <OpenLink rowId={row.id} href={href} onOpen={() => onOpen(row.id)} className="wrap-anywhere line-clamp-2">
          {row.name}
        </OpenLink>
        {row.isDefault && (
          <Badge className="shrink-0" title={t("defaultHint")}>
            {t("default")}
          </Badge>
        )}
      </span>
      <span title={row.username} className="line-clamp-1 break-all font-normal text-faint-foreground text-xs">
        {row.username}
      </span>
    </span>
  );
}

/** Mobile number and e-mail address. */
export function ContactCell({ row: { mobile, email } }: { row: Pick<UserDto, "mobile" | "email"> }) {
  if (!mobile && !email) return <span className="text-faint-foreground">–</span>;
  return (
    <span className="block min-w-0 sm:min-w-28 sm:max-w-56">
      <span className="block whitespace-nowrap">{mobile}</span>
      <span title={email || undefined} className="line-clamp-1 break-all text-faint-foreground text-xs">
        {email}
      </span>
    </span>
  );
}

export function StatusBadge({ row }: { row: Pick<UserDto, "status" | "cancelledWith"> }) {
  const t = useTranslations("user");
  if (row.status === "active") {
    return (
      <span className="flex">
        <StateBadge tone="normal" plain>
          {t("status.active")}
        </StateBadge>
      </span>
    );
  }
  return (
    <span className="flex flex-col items-start">
      <StateBadge tone="offline" plain>
        {t("status.cancelled")}
      </StateBadge>
      {row.cancelledWith && (
        <span className="text-faint-foreground text-xs">{t(`cancelledWith.${row.cancelledWith}`)}</span>
      )}
    </span>
  );
}

export function SecondFactorCell({ isOn }: { isOn: boolean }) {
  const t = useTranslations("user.secondFactor");
  const Icon = isOn ? ShieldCheck : ShieldOff;
  return (
    <span
      className={
        isOn
          ? "inline-flex items-center gap-1 whitespace-nowrap"
          : "inline-flex items-center gap-1 whitespace-nowrap text-faint-foreground"
      }
    >
      <Icon aria-hidden="true" className={isOn ? "size-4 text-normal" : "size-4"} />
      {t(isOn ? "on" : "off")}
    </span>
  );
}

/** The last login, with a mark if the password must be changed. */
export function LastLoginCell({ row, now, timeZone }: { row: UserDto; now: number; timeZone: string }) {
  const t = useTranslations("user");
  return (
    <span className="flex flex-col items-start">
      {row.lastLoginAt ? (
        <Instant at={Date.parse(row.lastLoginAt)} now={now} timeZone={timeZone} className="whitespace-nowrap" />
      ) : (
        <span className="text-faint-foreground">{t("never")}</span>
      )}
      {row.mustChangePassword && <span className="whitespace-nowrap text-warning text-xs">{t("mustChange")}</span>}
    </span>
  );
}
