"use client";

import { Settings2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { ButtonLink } from "@/components/layout/button-link";
import { Select } from "@/components/ui/select";
import { showToast } from "@/components/ui/toast-store";
import { HOME_STYLES, type HomeStyle } from "@/db/enums";
import { ServiceError } from "@/lib/http/call-service";
import { useRouter } from "@/lib/i18n/navigation";
import { saveStyle } from "../home.client";

/** Switches the style of home; previews are in the settings. */
export function StyleSwitch({ style }: { style: HomeStyle }) {
  const t = useTranslations("home.style");
  const tError = useTranslations("error");
  const router = useRouter();
  const [pending, start] = useTransition();
  const choose = (next: string) =>
    start(async () => {
      try {
        await saveStyle(next);
        router.replace("/home");
        router.refresh();
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        showToast("critical", tError(error.key));
      }
    });
  return (
    <div className="flex items-center gap-1.5 text-foreground">
      <Select
        aria-label={t("label")}
        value={style}
        disabled={pending}
        className="w-36"
        onChange={({ target }) => choose(target.value)}
      >
        {HOME_STYLES.map((choice) => (
          <option key={choice} value={choice}>
            {t(`${choice}.name`)}
          </option>
        ))}
      </Select>
      <ButtonLink
        href="/homepageset"
        prefetch={false}
        variant="ghost"
        size="icon"
        aria-label={t("settings")}
        title={t("settings")}
      >
        <Settings2 aria-hidden="true" />
      </ButtonLink>
    </div>
  );
}
