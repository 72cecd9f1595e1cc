import { Plus, RefreshCw, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/layout/button-link";
import { Button } from "@/components/ui/button";

export function ButtonGallery() {
  const t = useTranslations("gallery");
  const common = useTranslations("common");
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary">{t("primary")}</Button>
        <Button>{t("secondary")}</Button>
        <Button variant="ghost">{t("ghost")}</Button>
        <Button variant="destructive">{t("destructive")}</Button>
        <Button variant="destructive-ghost">
          <Trash2 aria-hidden="true" />
          {t("openConfirm")}
        </Button>
        <ButtonLink href="/gallery" variant="link">
          {t("link")}
        </ButtonLink>
        <Button variant="primary">
          <Plus aria-hidden="true" />
          {t("emptyAction")}
        </Button>
        <Button size="icon" aria-label={common("action.retry")}>
          <RefreshCw aria-hidden="true" />
        </Button>
        <Button size="icon" variant="ghost" aria-label={common("action.retry")}>
          <RefreshCw aria-hidden="true" />
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" disabled>
          {t("disabled")}
        </Button>
        <Button disabled>{t("disabled")}</Button>
        <Button variant="primary" loading>
          {t("loading")}
        </Button>
        <Button loading>{t("loading")}</Button>
        <Button size="sm">{t("secondary")}</Button>
        <Button size="sm" variant="primary">
          {t("primary")}
        </Button>
        <Button size="lg" variant="primary">
          {t("primary")}
        </Button>
      </div>
    </div>
  );
}
