"use client";

import { useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { showToast } from "@/components/ui/toast-store";
import { HOME_STYLES } from "@/db/enums";
import { usePathname, useRouter } from "@/lib/i18n/navigation";
import { LOCALE_NAMES, LOCALES, toLocale } from "@/lib/i18n/routing";
import { forgetRun } from "../../tour/client";
import { saveGuide, saveHomeStyle, saveLocale } from "../client";
import type { ProfileDto } from "../schema";
import { SettingRow, SettingRows } from "./setting-row";
import { useCall } from "./use-call";

/** Language, home page and guided tour. Each change is saved immediately. */
export function SettingsCard({ profile }: { profile: ProfileDto }) {
  const t = useTranslations("profile.settings");
  const id = useId();
  const router = useRouter();
  const pathname = usePathname();
  const query = useSearchParams().toString();
  const [isGuideOn, setIsGuideOn] = useState(profile.isGuideOn);
  const [style, setStyle] = useState<string>(profile.homeStyle);
  const { run, pending } = useCall((text) => text && showToast("critical", text));
  const saved = () => showToast("normal", t("saved"));
  const here = query ? `${pathname}?${query}` : pathname;

  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
      </CardHeader>
      <SettingRows>
        <SettingRow title={<label htmlFor={`${id}-locale`}>{t("locale")}</label>}>
          <Select
            id={`${id}-locale`}
            value={useLocale()}
            disabled={pending}
            className="w-36"
            onChange={({ target }) => {
              const locale = toLocale(target.value);
              if (locale)
                run(
                  () => saveLocale(locale),
                  () => router.replace(here, { locale, scroll: false }),
                );
            }}
          >
            {LOCALES.map((locale) => (
              <option key={locale} value={locale} lang={locale}>
                {LOCALE_NAMES[locale]}
              </option>
            ))}
          </Select>
        </SettingRow>
        <SettingRow title={<label htmlFor={`${id}-style`}>{t("homeStyle")}</label>}>
          <Select
            id={`${id}-style`}
            value={style}
            disabled={pending}
            className="w-36"
            onChange={({ target: { value } }) =>
              run(
                () => saveHomeStyle(value),
                () => {
                  setStyle(value);
                  saved();
                },
              )
            }
          >
            {HOME_STYLES.map((choice) => (
              <option key={choice} value={choice}>
                {t(`homeStyles.${choice}`)}
              </option>
            ))}
          </Select>
        </SettingRow>
        <SettingRow title={<label htmlFor={`${id}-guide`}>{t("guide")}</label>} hint={t("guideHint")}>
          <Switch
            id={`${id}-guide`}
            checked={isGuideOn}
            disabled={pending}
            onChange={({ target: { checked } }) =>
              run(
                () => saveGuide(checked),
                () => {
                  setIsGuideOn(checked);
                  if (checked) forgetRun(profile.username);
                  saved();
                  // The shell starts the tour.
                  router.refresh();
                },
              )
            }
          />
        </SettingRow>
      </SettingRows>
    </Card>
  );
}
