"use client";

import { CircleUserRound, KeyRound, LayoutDashboard, QrCode, Repeat, WandSparkles } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { topItemClass } from "@/components/shell/top-popover";
import { UserMenu } from "@/components/shell/user-menu";
import { Link } from "@/lib/i18n/navigation";
import { avatarUrl } from "../client";

// Rarely opened, so it is loaded on demand.
const QrcodeDialog = dynamic(() => import("./qrcode-dialog").then((file) => file.QrcodeDialog), { ssr: false });

type AccountMenuProps = Omit<ComponentProps<typeof UserMenu>, "avatar" | "children" | "logout"> & {
  avatarId: string | null;
  /** An agent can switch to another customer. */
  isAgent: boolean;
  /** The setup wizard is offered to users who can create carriers. */
  maySetUp: boolean;
};

const LOGOUT = { url: "/service/user/logout", next: "/login" };
const PROFILE = "/personal/material";

/** The menu of the logged-in account. */
export function AccountMenu({ avatarId, isAgent, maySetUp, ...user }: AccountMenuProps) {
  const t = useTranslations("shell.accountMenu");
  const [isShowingCode, setIsShowingCode] = useState(false);
  const links = [
    { href: PROFILE, label: t("profile"), icon: CircleUserRound },
    { href: "/homepageset", label: t("homeSettings"), icon: LayoutDashboard },
    { href: `${PROFILE}?dialog=password`, label: t("password"), icon: KeyRound },
    ...(maySetUp ? [{ href: "/setupWizard", label: t("setupWizard"), icon: WandSparkles }] : []),
    ...(isAgent ? [{ href: "/proxyCustomer", label: t("switchCustomer"), icon: Repeat }] : []),
  ];
  return (
    <>
      <UserMenu {...user} avatar={avatarUrl(avatarId)} logout={LOGOUT}>
        {(close) => (
          <ul>
            {links.map(({ href, label, icon: Icon }) => (
              <li key={href}>
                <Link href={href} prefetch={false} onClick={close} className={topItemClass}>
                  <Icon aria-hidden="true" />
                  {label}
                </Link>
              </li>
            ))}
            <li>
              <button
                type="button"
                className={topItemClass}
                onClick={() => {
                  close();
                  setIsShowingCode(true);
                }}
              >
                <QrCode aria-hidden="true" />
                {t("qrcode")}
              </button>
            </li>
          </ul>
        )}
      </UserMenu>
      {isShowingCode && <QrcodeDialog onClose={() => setIsShowingCode(false)} />}
    </>
  );
}
