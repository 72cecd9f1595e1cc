"use client";

import { Camera, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Avatar } from "@/components/shell/avatar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { showToast } from "@/components/ui/toast-store";
import { Instant } from "@/components/value/instant";
import { ToneIcon } from "@/components/value/tone-icon";
import { useRouter } from "@/lib/i18n/navigation";
import { PICTURE_KILOBYTES } from "@/lib/storage/picture";
import { avatarUrl, removeAvatar, uploadAvatar } from "../client";
import type { ProfileDto } from "../schema";
import { PicturePicker } from "./picture-picker";
import { useCall } from "./use-call";

/** The user's identity and picture. */
export function IdentityCard({ profile, timeZone, now }: { profile: ProfileDto; timeZone: string; now: number }) {
  const t = useTranslations("profile.picture");
  const router = useRouter();
  const [issue, setIssue] = useState<string | null>(null);
  const { run, pending } = useCall(setIssue);
  const { name, username, roleName, customerName, avatarId, createdAt } = profile;

  const done = (text: string) => {
    showToast("normal", text);
    router.refresh();
  };
  return (
    <Card className="flex flex-wrap items-center gap-x-5 gap-y-4 p-4 sm:p-5">
      <Avatar name={name} src={avatarUrl(avatarId)} className="size-18 text-2xl ring-1 ring-border" />
      <div className="min-w-48 flex-1">
        <h2 className="line-clamp-2 break-words font-semibold text-xl" title={name}>
          {name}
        </h2>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted-foreground">
          <span className="truncate">{username}</span>
          <Badge className="max-w-full truncate">{roleName}</Badge>
          <span className="min-w-0 break-words">{customerName}</span>
        </p>
        <p className="mt-1 text-faint-foreground text-xs">
          {t("since")} <Instant at={Date.parse(createdAt)} now={now} timeZone={timeZone} />
        </p>
      </div>
      <div className="flex flex-col gap-1.5 max-sm:w-full">
        <div className="flex flex-wrap gap-2">
          <PicturePicker
            label={
              <>
                <Camera aria-hidden="true" />
                {t(avatarId ? "change" : "add")}
              </>
            }
            name={t("file")}
            upload={uploadAvatar}
            onIssue={setIssue}
            onDone={() => done(t("saved"))}
          />
          {avatarId && (
            <Button variant="ghost" loading={pending} onClick={() => run(removeAvatar, () => done(t("removed")))}>
              <Trash2 aria-hidden="true" />
              {t("remove")}
            </Button>
          )}
        </div>
        {issue ? (
          <p role="alert" className="flex items-start gap-1 text-critical text-xs">
            <ToneIcon tone="critical" className="mt-px size-3.5" />
            {issue}
          </p>
        ) : (
          <p className="text-muted-foreground text-xs">{t("hint", { limit: PICTURE_KILOBYTES })}</p>
        )}
      </div>
    </Card>
  );
}
