"use client";

import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { buttonVariants } from "@/components/ui/button-variants";
import { showToast } from "@/components/ui/toast-store";
import { Link } from "@/lib/i18n/navigation";
import { followDownloads, onDownload, useDownloads } from "../download.client";
import type { DownloadProgressDto } from "../download.schema";

/** In the top bar: which files are being made, and a short message when one is ready, or will take longer. */
export function DownloadStatus({ pending }: { pending: readonly DownloadProgressDto[] }) {
  const t = useTranslations("common.download");
  const files = useDownloads();
  useEffect(() => followDownloads(pending), [pending]);
  useEffect(
    () =>
      onDownload(({ kind, file }) => {
        const { name, status } = file.downloadRecord;
        if (kind === "late") showToast("info", t("later"));
        else if (status === 1) showToast("normal", t("ready", { name }));
        else if (file.detail !== "cancelled") showToast("warning", t("failed", { name }));
      }),
    [t],
  );
  if (files.length === 0) return null;
  const percent = Math.floor(files.reduce((sum, { progress }) => sum + progress, 0) / files.length);
  return (
    <Link
      href="/download"
      title={t("open")}
      aria-label={t("pending", { count: files.length, percent })}
      className={buttonVariants({ variant: "ghost", size: "sm" })}
    >
      <LoaderCircle aria-hidden="true" className="animate-spin motion-reduce:animate-none" />
      <span className="tabular-nums">{percent} %</span>
    </Link>
  );
}
