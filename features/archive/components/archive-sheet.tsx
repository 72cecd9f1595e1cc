"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, ShieldCheck } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { CopyButton } from "@/components/form/copy-button";
import { DescriptionList } from "@/components/layout/description-list";
import { ErrorState } from "@/components/layout/error-state";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { Sheet, SheetBody, SheetContent, SheetFooter, SheetHeader } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toast-store";
import { formatStamp } from "@/lib/datetime/format";
import { monthText } from "@/lib/datetime/month";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import { formatNumber } from "@/lib/units/format";
import { act, archiveKey, archiveQuery, createArchive, filePath } from "../archive.client";
import type { ArchiveDetailDto, ArchiveRights } from "../archive.schema";
import { LinkList } from "./link-list";
import { CheckCell, StateCell, useSize } from "./state-cells";

type ArchiveSheetProps = {
  id: number;
  rights: ArchiveRights;
  now: number;
  onOpen: (id: number) => void;
  onClose: () => void;
};

/** One archive: what proves it, what the last verification found, its versions and its links. */
export function ArchiveSheet({ id, rights, now, onOpen, onClose }: ArchiveSheetProps) {
  const t = useTranslations("archive");
  const tError = useTranslations("error");
  const locale = useLocale();
  const client = useQueryClient();
  const { data, error } = useQuery(archiveQuery(id));
  const acting = useServiceMutation((action: "cancel" | "verify") => act(id, action), archiveKey(id));
  const again = useServiceMutation(createArchive);
  const refused = ({ key, requestId }: { key: string; requestId?: string }) =>
    showToast("critical", tError(key as never), requestId);
  const remake = ({ customerId, month }: ArchiveDetailDto) =>
    again.mutate(
      { customerId, month },
      {
        onSuccess: (made) => {
          showToast("normal", t("action.remakeDone"));
          if (made.id === id) void client.invalidateQueries({ queryKey: archiveKey(id) });
          else onOpen(made.id);
        },
        onError: refused,
      },
    );
  const isNewest = data?.versions[0]?.id === id;
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent className="w-176" aria-describedby={undefined}>
        <SheetHeader
          title={
            data ? monthText(data.month, locale) : error ? t("detail.missing") : <Skeleton className="my-1 w-64" />
          }
          description={data && `${data.customerName} · ${t("version", { version: data.version })}`}
        />
        <SheetBody className="pb-8">
          {data ? (
            <Body archive={data} rights={rights} now={now} onOpen={onOpen} />
          ) : error ? (
            <ErrorState title={t("detail.missing")} />
          ) : (
            <Skeleton className="h-64 rounded-lg" />
          )}
        </SheetBody>
        {data && (
          <SheetFooter>
            {data.state === "generating" && rights.create && (
              <Button disabled={acting.isPending} onClick={() => acting.mutate("cancel", { onError: refused })}>
                {t("action.cancel")}
              </Button>
            )}
            {data.state !== "generating" && isNewest && rights.create && (
              <Button disabled={again.isPending} onClick={() => remake(data)}>
                {t(data.state === "failed" ? "action.retry" : "action.remake")}
              </Button>
            )}
            {data.state === "generated" && rights.verify && (
              <Button
                loading={data.check === "running"}
                disabled={acting.isPending}
                onClick={() => acting.mutate("verify", { onError: refused })}
              >
                <ShieldCheck aria-hidden="true" />
                {t("action.verify")}
              </Button>
            )}
            {data.state === "generated" && (
              <a href={filePath(id)} download className={buttonVariants({ variant: "primary" })}>
                <Download aria-hidden="true" />
                {t("action.download")}
              </a>
            )}
          </SheetFooter>
        )}
      </SheetContent>
    </Sheet>
  );
}

type BodyProps = Pick<ArchiveSheetProps, "rights" | "now" | "onOpen"> & { archive: ArchiveDetailDto };

function Body({ archive, rights, now, onOpen }: BodyProps) {
  const t = useTranslations("archive");
  const locale = useLocale();
  const sizeOf = useSize();
  const { timeZone, size, sha256, certificateSha256, readings, lateReadings, expiresAt, generatedAt } = archive;
  const stamp = (at: string) => formatStamp(new Date(at), { timeZone });
  return (
    <div className="flex flex-col gap-5">
      <Findings archive={archive} />
      {lateReadings !== null && lateReadings > 0 && (
        <Alert tone="warning">{t("detail.late", { count: lateReadings })}</Alert>
      )}
      <DescriptionList
        items={[
          { term: t("column.state"), value: <StateCell archive={archive} /> },
          ...(generatedAt ? [{ term: t("detail.generatedAt"), value: stamp(generatedAt) }] : []),
          { term: t("column.author"), value: archive.isScheduled ? t("scheduled") : archive.author },
          ...(readings === null ? [] : [{ term: t("detail.readings"), value: formatNumber(readings, locale) }]),
          ...(size === null ? [] : [{ term: t("column.size"), value: sizeOf(size) }]),
          ...(expiresAt ? [{ term: t("detail.expiresAt"), value: stamp(expiresAt) }] : []),
          ...(sha256
            ? [{ term: t("detail.sha256"), value: <Hash value={sha256} label={t("detail.copySha256")} /> }]
            : []),
          ...(certificateSha256
            ? [
                {
                  term: t("detail.certificate"),
                  value: <Hash value={certificateSha256} label={t("detail.copyCertificate")} />,
                },
              ]
            : []),
          ...(archive.versions.length > 1
            ? [{ term: t("detail.versions"), value: <Versions archive={archive} onOpen={onOpen} /> }]
            : []),
        ]}
      />
      {archive.state === "generated" && rights.share && <LinkList archive={archive} now={now} />}
    </div>
  );
}

/** What the last verification found, and when. */
function Findings({ archive }: { archive: ArchiveDetailDto }) {
  const t = useTranslations("archive");
  const { check, checkedAt, problem, timeZone } = archive;
  if (check === "none" || check === "running" || checkedAt === null)
    return check === "running" ? <CheckCell archive={archive} /> : null;
  const at = formatStamp(new Date(checkedAt), { timeZone });
  if (check === "intact") return <Alert tone="normal">{t("check.intactAt", { at })}</Alert>;
  if (check === "failed") return <Alert tone="warning">{t("check.failedAt", { at })}</Alert>;
  return (
    <Alert tone="critical" title={t("check.brokenAt", { at })}>
      {problem && (
        <>
          {t(`problem.${problem.rule}`)} <code className="break-all font-mono text-xs">{problem.file}</code>
          {problem.row !== null && ` · ${t("check.row", { row: problem.row })}`}
        </>
      )}
    </Alert>
  );
}

const Hash = ({ value, label }: { value: string; label: string }) => (
  <span className="flex items-start gap-1">
    <code className="break-all font-mono text-muted-foreground text-xs leading-6">{value}</code>
    <CopyButton text={value} label={label} size="icon-sm" variant="ghost" />
  </span>
);

function Versions({ archive, onOpen }: { archive: ArchiveDetailDto; onOpen: (id: number) => void }) {
  const t = useTranslations("archive");
  return (
    <span className="flex flex-wrap gap-2">
      {archive.versions.map(({ id, version, state }) => (
        <Button
          key={id}
          size="sm"
          variant={id === archive.id ? "secondary" : "ghost"}
          aria-current={id === archive.id ? "true" : undefined}
          onClick={() => id !== archive.id && onOpen(id)}
        >
          {t("version", { version })}
          {state !== "generated" && <span className="text-muted-foreground">({t(`state.${state}`)})</span>}
        </Button>
      ))}
    </span>
  );
}
