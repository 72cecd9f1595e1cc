import { Download, FileX, Hourglass } from "lucide-react";
import { getFormatter, getTranslations } from "next-intl/server";
import { DescriptionList } from "@/components/layout/description-list";
import { PublicFrame, PublicNotice } from "@/components/layout/public-frame";
import { buttonVariants } from "@/components/ui/button-variants";
import { Card, CardBody } from "@/components/ui/card";
import { formatStamp } from "@/lib/datetime/format";
import type { LinkedExportDto } from "../task.schema";

type LinkScreenProps = { file: LinkedExportDto; linkKey: string };

/** The file of a mail, for its recipient without an account. */
export async function ExportLinkScreen({ file, linkKey }: LinkScreenProps) {
  const [t, format] = await Promise.all([getTranslations("exportTask.link"), getFormatter()]);
  const { name, customerName, fileName, size, rows, madeAt, expiresAt, timeZone } = file;
  const stamp = (at: string) => formatStamp(new Date(at), { timeZone }).slice(0, 16);
  return (
    <PublicFrame address={`/exportFile?key=${linkKey}`} owner={customerName}>
      <Card className="mx-auto my-auto w-full max-w-lg">
        <CardBody className="flex flex-col gap-5 px-6 py-6">
          <div>
            <h1 className="wrap-anywhere text-balance font-semibold text-xl">{name}</h1>
          </div>
          <DescriptionList
            items={[
              { term: t("file"), value: <span className="wrap-anywhere">{fileName}</span> },
              {
                term: t("size"),
                value: format.number(size / 1e6, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 }),
              },
              ...(rows === null ? [] : [{ term: t("rows"), value: format.number(rows) }]),
              { term: t("made"), value: stamp(madeAt) },
              { term: t("expires"), value: `${stamp(expiresAt)} (${timeZone})` },
            ]}
          />
          <a
            href={`/service/exportLink/file?${new URLSearchParams({ key: linkKey })}`}
            download
            className={buttonVariants({ variant: "primary" })}
          >
            <Download aria-hidden="true" />
            {t("take")}
          </a>
        </CardBody>
      </Card>
    </PublicFrame>
  );
}

/** The same for every key that opens nothing. */
export async function DeadExportLink() {
  const t = await getTranslations("exportTask.link");
  return <PublicNotice icon={<FileX aria-hidden="true" />} title={t("deadTitle")} hint={t("deadHint")} />;
}

export async function BusyExportLink() {
  const t = await getTranslations("exportTask.link");
  return <PublicNotice icon={<Hourglass aria-hidden="true" />} title={t("busyTitle")} hint={t("busyHint")} />;
}
