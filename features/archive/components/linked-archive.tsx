import { Download, FileQuestion, Hourglass } from "lucide-react";
import { getFormatter, getTranslations } from "next-intl/server";
import { DescriptionList } from "@/components/layout/description-list";
import { PublicFrame, PublicNotice } from "@/components/layout/public-frame";
import { buttonVariants } from "@/components/ui/button-variants";
import { Card, CardBody } from "@/components/ui/card";
import { formatStamp } from "@/lib/datetime/format";
import { monthText } from "@/lib/datetime/month";
import { formatNumber } from "@/lib/units/format";
import { linkedFilePath } from "../archive.client";
import type { LinkedArchiveDto } from "../archive.schema";

type LinkedArchiveProps = { archive: LinkedArchiveDto; linkKey: string; locale: string };

/** An archive for whoever holds its link: what it is, the file, and how to verify it. */
export async function LinkedArchive({ archive, linkKey, locale }: LinkedArchiveProps) {
  const [t, format] = await Promise.all([getTranslations("archive"), getFormatter()]);
  const { customerName, timeZone, month, version, fileName, size, sha256, certificateSha256, readings } = archive;
  const stamp = (at: string) => formatStamp(new Date(at), { timeZone });
  const hash = (value: string) => <code className="break-all font-mono text-xs">{value}</code>;
  const megabytes = format.number(size / 1e6, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 });
  return (
    <PublicFrame address={`/dataBackup?key=${linkKey}`} owner={customerName}>
      <div className="mx-auto flex w-full max-w-2xl flex-col gap-4">
        <div>
          <h1 className="text-balance font-semibold text-2xl tracking-tight">
            {t("public.title", { month: monthText(month, locale) })}
          </h1>
          <p className="mt-1 text-pretty text-muted-foreground">{t("public.hint")}</p>
        </div>
        <Card>
          <CardBody className="flex flex-col gap-5">
            <DescriptionList
              items={[
                { term: t("column.customer"), value: customerName },
                { term: t("column.version"), value: version },
                { term: t("detail.generatedAt"), value: stamp(archive.generatedAt) },
                { term: t("detail.readings"), value: formatNumber(readings, locale) },
                { term: t("public.file"), value: <span className="wrap-anywhere">{fileName}</span> },
                { term: t("detail.sha256"), value: hash(sha256) },
                { term: t("detail.certificate"), value: hash(certificateSha256) },
                { term: t("public.expiresAt"), value: stamp(archive.expiresAt) },
              ]}
            />
            <a
              href={linkedFilePath(linkKey)}
              download
              className={buttonVariants({ variant: "primary", className: "self-start max-sm:w-full" })}
            >
              <Download aria-hidden="true" />
              {t("public.download", { size: megabytes })}
            </a>
          </CardBody>
        </Card>
        <section aria-labelledby="verify">
          <h2 id="verify" className="text-base">
            {t("public.verify")}
          </h2>
          <p className="mt-1 text-pretty text-muted-foreground text-sm">{t("public.verifyHint")}</p>
          <pre className="mt-2 overflow-x-auto rounded-md border bg-muted px-3 py-2 font-mono text-xs">
            npm run backup:verify -- {fileName}
          </pre>
        </section>
      </div>
    </PublicFrame>
  );
}

/** The same for every invalid link. */
export async function DeadArchiveLink() {
  const t = await getTranslations("archive.public");
  return <PublicNotice icon={<FileQuestion aria-hidden="true" />} title={t("deadTitle")} hint={t("deadHint")} />;
}

export async function BusyArchive() {
  const t = await getTranslations("archive.public");
  return <PublicNotice icon={<Hourglass aria-hidden="true" />} title={t("busyTitle")} hint={t("busyHint")} />;
}
