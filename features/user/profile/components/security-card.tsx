"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useAddressState } from "@/components/dialog/use-address-state";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { StateBadge } from "@/components/value/state-badge";
import type { FactorStatusDto } from "@/features/session/second-factor/schema";
import { useRouter } from "@/lib/i18n/navigation";
import { FEW_BACKUP_CODES } from "../rules";
import { SettingRow, SettingRows } from "./setting-row";

const PasswordDialog = dynamic(() => import("./password-dialog").then((file) => file.PasswordDialog), { ssr: false });
const FactorDialog = dynamic(() => import("./factor-dialog").then((file) => file.FactorDialog), { ssr: false });
const FactorOffDialog = dynamic(() => import("./factor-off-dialog").then((file) => file.FactorOffDialog), {
  ssr: false,
});

/** Password and second factor. The dialogs are in the URL, so that the account menu can link to them. */
export function SecurityCard({ factor, username }: { factor: FactorStatusDto; username: string }) {
  const t = useTranslations("profile.security");
  const router = useRouter();
  const dialog = useAddressState("dialog");
  const close = () => dialog.close();
  const closeChanged = () => dialog.close(() => router.refresh());
  const { isOn, isRequired, backupCodesLeft } = factor;
  const codesHint = t("codesLeft", { count: backupCodesLeft });
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
      </CardHeader>
      <SettingRows>
        <SettingRow title={t("password")} hint={t("passwordHint")}>
          <Button aria-haspopup="dialog" onClick={() => dialog.open("password")}>
            {t("change")}
          </Button>
        </SettingRow>
        <SettingRow
          title={t("factor")}
          hint={isOn ? (isRequired ? `${codesHint} ${t("required")}` : codesHint) : t("factorHint")}
          badge={
            isOn ? (
              <StateBadge tone={backupCodesLeft < FEW_BACKUP_CODES ? "warning" : "normal"}>{t("on")}</StateBadge>
            ) : (
              <Badge>{t("off")}</Badge>
            )
          }
        >
          <Button aria-haspopup="dialog" onClick={() => dialog.open(isOn ? "factorOff" : "factor")}>
            {t(isOn ? "switchOff" : "setUp")}
          </Button>
        </SettingRow>
      </SettingRows>
      {dialog.value === "password" && <PasswordDialog username={username} onClose={close} />}
      {dialog.value === "factor" && !isOn && <FactorDialog username={username} onClose={close} onDone={closeChanged} />}
      {dialog.value === "factorOff" && isOn && (
        <FactorOffDialog username={username} onClose={close} onDone={closeChanged} />
      )}
    </Card>
  );
}
