import { FileQuestion, Hourglass } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { PublicFrame, PublicNotice } from "@/components/layout/public-frame";
import { buttonVariants } from "@/components/ui/button-variants";
import { Card, CardBody } from "@/components/ui/card";
import { MessagesProvider } from "@/lib/i18n/messages-provider";
import { pickMessages } from "@/lib/i18n/pick-messages";
import type { CheckedReportDto } from "../report.schema";
import { CheckFacts } from "./check-facts";
import { CheckForm } from "./check-form";

const PATH = "/reportCheck";
type CheckScreenProps = { report: CheckedReportDto | null; linkKey: string };

/** Says what a document is, who signed it and whether it is intact, to anyone who has it. */
export async function CheckScreen({ report, linkKey }: CheckScreenProps) {
  const t = await getTranslations("report.check");
  const messages = await pickMessages(["common", "report", "signature"]);
  return (
    <MessagesProvider {...messages}>
      <PublicFrame address={`${PATH}${linkKey && `?key=${linkKey}`}`}>
        <div className="mx-auto flex w-full max-w-2xl flex-col gap-4">
          <div>
            <h1 className="font-semibold text-2xl tracking-tight">{t("title")}</h1>
            <p className="mt-1 text-pretty text-muted-foreground">{t("hint")}</p>
          </div>
          <CheckForm report={report} />
          {report && (
            <Card>
              <CardBody>
                <CheckFacts report={report} />
              </CardBody>
            </Card>
          )}
        </div>
      </PublicFrame>
    </MessagesProvider>
  );
}

/** The same for every unknown code. */
export async function UnknownDocument() {
  const [t, locale] = await Promise.all([getTranslations("report.check"), getLocale()]);
  return (
    <PublicNotice icon={<FileQuestion aria-hidden="true" />} title={t("deadTitle")} hint={t("deadHint")}>
      <a href={`/${locale}${PATH}`} className={buttonVariants()}>
        {t("again")}
      </a>
    </PublicNotice>
  );
}

export async function BusyCheck() {
  const t = await getTranslations("report.check");
  return <PublicNotice icon={<Hourglass aria-hidden="true" />} title={t("busyTitle")} hint={t("busyHint")} />;
}
