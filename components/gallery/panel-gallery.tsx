import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/layout/button-link";
import { DescriptionList } from "@/components/layout/description-list";
import { EmptyState } from "@/components/layout/empty-state";
import { ErrorState } from "@/components/layout/error-state";
import { LinkTabs } from "@/components/layout/link-tabs";
import { Alert } from "@/components/ui/alert";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { Instant } from "@/components/value/instant";
import { StateBadge } from "@/components/value/state-badge";

export function PanelGallery({ now }: { now: number }) {
  const t = useTranslations("gallery");
  const common = useTranslations("common");
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <div className="flex flex-col gap-3">
        <Alert>{t("alertInfo")}</Alert>
        <Alert tone="normal">{t("toastSaved")}</Alert>
        <Alert tone="warning" title={t("alertWarning")}>
          {t("nameHint")}
        </Alert>
        <Alert tone="critical" title={t("alertCritical")} />
        <Progress label={t("loading")} value={64} />
        <div className="flex flex-col gap-2">
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/2" />
        </div>
      </div>
      <div className="flex flex-col gap-4">
        <LinkTabs
          label={t("section.panels")}
          tabs={[
            { href: "/gallery", label: t("overview"), current: true },
            { href: "/gallery?tab=history", label: t("history") },
            { href: "/gallery?tab=alarms", label: t("alarms"), count: 3 },
          ]}
        />
        <Tabs defaultValue="overview">
          <TabsList>
            <TabsTrigger value="overview">{t("overview")}</TabsTrigger>
            <TabsTrigger value="history">{t("history")}</TabsTrigger>
            <TabsTrigger value="disabled" disabled>
              {t("disabled")}
            </TabsTrigger>
          </TabsList>
          <TabsContent value="overview">
            <DescriptionList
              items={[
                { term: t("name"), value: "FR-014" },
                { term: t("site"), value: t("siteName") },
                { term: t("state"), value: <StateBadge tone="normal">{common("state.normal")}</StateBadge> },
                { term: t("updated"), value: <Instant at={now} now={now} timeZone="Asia/Shanghai" /> },
              ]}
            />
          </TabsContent>
          <TabsContent value="history">{t("emptyHint")}</TabsContent>
        </Tabs>
      </div>
      <EmptyState
        className="rounded-md border"
        title={t("emptyTitle")}
        action={
          <ButtonLink href="/gallery" variant="primary">
            {t("emptyAction")}
          </ButtonLink>
        }
      >
        {t("emptyHint")}
      </EmptyState>
      <ErrorState
        className="rounded-md border"
        title={common("error.title")}
        request={{ label: common("error.requestId"), id: "0198c1f2-7d1e-7cc3" }}
        action={<ButtonLink href="/gallery">{common("action.retry")}</ButtonLink>}
      >
        {common("error.hint")}
      </ErrorState>
    </div>
  );
}
