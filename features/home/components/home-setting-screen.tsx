"use client";

import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { ButtonLink } from "@/components/layout/button-link";
import { PageBody } from "@/components/shell/page-body";
import { showToast } from "@/components/ui/toast-store";
import { HOME_STYLES, type HomeStyle } from "@/db/enums";
import { ServiceError } from "@/lib/http/call-service";
import { saveStyle } from "../home.client";
import { StyleSketch } from "./style-sketch";

/** The five styles of home; a choice is saved immediately. */
export function HomeSettingScreen({ style }: { style: HomeStyle }) {
  const t = useTranslations("home");
  const tError = useTranslations("error");
  const [chosen, setChosen] = useState(style);
  const [pending, start] = useTransition();
  const choose = (next: HomeStyle) => {
    setChosen(next);
    start(async () => {
      try {
        await saveStyle(next);
        showToast("normal", t("setting.saved"));
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        setChosen(chosen);
        showToast("critical", tError(error.key));
      }
    });
  };
  return (
    <PageBody className="mx-auto w-full max-w-5xl">
      <fieldset aria-busy={pending || undefined} className="flex flex-col gap-3">
        <legend className="mb-1 font-semibold text-lg">{t("setting.title")}</legend>
        <p className="text-muted-foreground text-sm">{t("setting.hint")}</p>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-3">
          {HOME_STYLES.map((choice) => (
            <label
              key={choice}
              className="relative flex cursor-pointer flex-col gap-2 rounded-lg border bg-card p-3 hover:border-input has-checked:border-primary has-checked:shadow-[0_0_0_1px_var(--primary)] has-focus-visible:outline-2 has-focus-visible:outline-ring"
            >
              <StyleSketch style={choice} />
              <span className="flex items-center gap-2 font-medium">
                <input
                  type="radio"
                  name="style"
                  value={choice}
                  checked={choice === chosen}
                  onChange={() => choose(choice)}
                  className="absolute inset-0 cursor-[inherit] appearance-none outline-none"
                />
                {t(`style.${choice}.name`)}
                {choice === chosen && <Check aria-hidden="true" className="ml-auto size-4 text-primary" />}
              </span>
              <span className="text-pretty text-muted-foreground text-sm">{t(`style.${choice}.text`)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div>
        <ButtonLink href="/home" prefetch={false} variant="primary">
          {t("setting.open")}
        </ButtonLink>
      </div>
    </PageBody>
  );
}
