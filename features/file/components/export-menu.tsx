"use client";

import { ChevronDown, Download, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useContext, useState } from "react";
import { buttonVariants } from "@/components/ui/button-variants";
import { Popover } from "@/components/ui/popover";
import { showToast } from "@/components/ui/toast-store";
import { EXPORT_FORMATS } from "@/db/file-enums";
import { ServiceError } from "@/lib/http/call-service";
import { Link } from "@/lib/i18n/navigation";
import type { DownloadInput } from "../download.schema";
import { isTaskKind } from "../task-kind.rules";
import { presetHref } from "../task-preset.rules";
import { DownloadContext } from "./download-context";

type ExportMenuProps = {
  /** A kind of `features/download/exports.service.ts`. */
  kind: string;
  /** The criteria, as in the page's address; those for paging are ignored. */
  query: NonNullable<DownloadInput["query"]>;
};

/** Criteria of an address that say which page or panel of the list is shown. */
const SHOWN = new Set(["iDisplayStart", "iDisplayLength", "form", "id", "tab", "view"]);

/** Exports what the list shows, all pages of it, as a file in a chosen format. */
export function ExportMenu({ kind, query }: ExportMenuProps) {
  const t = useTranslations("common.download");
  const tError = useTranslations("error");
  const { mayExport, maySchedule } = useContext(DownloadContext);
  const [isAsking, setIsAsking] = useState(false);
  if (!mayExport) return null;

  const start = async (format: DownloadInput["format"]) => {
    setIsAsking(true);
    try {
      const { startDownload } = await import("../download.client");
      await startDownload({ kind, format, query });
      showToast("info", t("preparing"));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const [issue] = error.issues;
      const rule = `rule.${issue?.rule}`;
      const text =
        issue && tError.has(rule as never)
          ? tError(rule as never, { limit: issue.limit ?? 0 } as never)
          : tError(error.key);
      showToast("warning", text, error.requestId);
    } finally {
      setIsAsking(false);
    }
  };
  return (
    <Popover
      align="end"
      className={buttonVariants()}
      disabled={isAsking}
      data-export={kind}
      trigger={
        <>
          {isAsking ? <LoaderCircle aria-hidden="true" className="animate-spin" /> : <Download aria-hidden="true" />}
          {t("export")}
          <ChevronDown aria-hidden="true" />
        </>
      }
    >
      {(close) => (
        <ul className="min-w-28">
          {EXPORT_FORMATS.map((format) => (
            <li key={format}>
              <button
                type="button"
                className="flex min-h-8 w-full items-center rounded-sm px-2 py-1 text-left text-base transition-colors hover:bg-accent touch:min-h-11"
                onClick={() => {
                  close();
                  void start(format);
                }}
              >
                {t(format)}
              </button>
            </li>
          ))}
          {maySchedule && isTaskKind(kind) && (
            <li className="mt-1 border-t pt-1">
              <Link
                href={presetHref(kind, query)}
                prefetch={false}
                className="flex min-h-8 w-full items-center rounded-sm px-2 py-1 text-base transition-colors hover:bg-accent touch:min-h-11"
              >
                {t("schedule")}
              </Link>
            </li>
          )}
        </ul>
      )}
    </Popover>
  );
}

/** The criteria of a list's address, without those that only say what is shown of it. */
export const exportQuery = (values: Readonly<Record<string, string | string[] | undefined>>) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined || SHOWN.has(name) ? [] : [[name, value]])),
  ) as Record<string, string | string[]>;
