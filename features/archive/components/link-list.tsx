"use client";

import { Link2, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState, useSyncExternalStore } from "react";
import { CopyButton } from "@/components/form/copy-button";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { showToast } from "@/components/ui/toast-store";
import { Instant } from "@/components/value/instant";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import { archiveKey, revokeLink, shareArchive } from "../archive.client";
import { LINK_DAYS } from "../archive.rules";
import type { ArchiveDetailDto } from "../archive.schema";

const never = () => () => {};

/** The links of an archive that are still valid: copy one, make another, end one. */
export function LinkList({ archive: { id, links, timeZone }, now }: { archive: ArchiveDetailDto; now: number }) {
  const t = useTranslations("archive.link");
  const tError = useTranslations("error");
  const heading = useId();
  const [days, setDays] = useState<number>(LINK_DAYS[1]);
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => "",
  );
  const sharing = useServiceMutation((valid: number) => shareArchive(id, valid), archiveKey(id));
  const revoking = useServiceMutation((linkId: string) => revokeLink(id, linkId), archiveKey(id));
  const refused = ({ key, requestId }: { key: string; requestId?: string }) =>
    showToast("critical", tError(key as never), requestId);
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3 border-t pt-4">
      <div>
        <h3 id={heading} className="font-medium">
          {t("title")}
        </h3>
        <p className="mt-0.5 text-pretty text-muted-foreground text-sm">{t("hint")}</p>
      </div>
      {links.length > 0 && (
        <ul className="flex flex-col divide-y rounded-md border">
          {links.map((link) => (
            <li key={link.id} className="flex items-center gap-2 px-3 py-2 text-sm">
              <span className="min-w-0 flex-1">
                <span className="block">
                  {t.rich("until", {
                    time: () => <Instant at={Date.parse(link.expiresAt)} now={now} timeZone={timeZone} />,
                  })}
                </span>
                <span className="block text-muted-foreground text-xs">
                  {link.author} · {t("taken", { count: link.takenCount })}
                </span>
              </span>
              <CopyButton text={`${origin}${link.path}`} label={t("copyLabel")} size="sm">
                {t("copy")}
              </CopyButton>
              <Button
                size="icon-sm"
                variant="ghost"
                aria-label={t("revoke")}
                title={t("revoke")}
                disabled={revoking.isPending}
                onClick={() =>
                  revoking.mutate(link.id, { onSuccess: () => showToast("normal", t("revoked")), onError: refused })
                }
              >
                <Trash2 aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label={t("days")}
          className="w-auto"
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
        >
          {LINK_DAYS.map((one) => (
            <option key={one} value={one}>
              {t("validFor", { days: one })}
            </option>
          ))}
        </Select>
        <Button
          disabled={sharing.isPending}
          onClick={() => sharing.mutate(days, { onSuccess: () => showToast("normal", t("made")), onError: refused })}
        >
          <Link2 aria-hidden="true" />
          {t("make")}
        </Button>
      </div>
    </section>
  );
}
