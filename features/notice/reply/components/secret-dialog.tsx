"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { ShownOnce } from "@/components/form/shown-once";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import { renewSecret } from "../provider.client";
import { replyPath } from "../provider.rules";
import type { ReplyProviderDto, ReplyProviderSecretDto } from "../provider.schema";

/** Shows the address and the secret to enter at the provider. They are shown only once. */
export function MadeDialog({
  made,
  origin,
  onClose,
}: {
  made: ReplyProviderSecretDto & { secret: string };
  origin: string;
  onClose: () => void;
}) {
  const t = useTranslations("noticeChannel.reply");
  const isInAddress = made.format === "aliyun";
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent aria-describedby={undefined} onInteractOutside={(event) => event.preventDefault()}>
        <DialogHeader title={t("made.title", { name: made.name })} />
        <DialogBody className="flex flex-col gap-4">
          <Alert tone="warning">{t("made.warning")}</Alert>
          <ShownOnce
            label={t("address")}
            value={origin + replyPath(made, made.secret)}
            copyLabel={t("made.copy")}
            {...(isInAddress && { hint: t("made.use.address") })}
          />
          {!isInAddress && (
            <ShownOnce
              label={t("made.secret")}
              value={made.secret}
              copyLabel={t("made.copy")}
              hint={t(`made.use.${made.authentication}`)}
            />
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={onClose}>
            {t("made.done")}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

type RenewDialogProps = {
  provider: ReplyProviderDto;
  onClose: () => void;
  onMade: (provider: ReplyProviderSecretDto) => void;
};

/** Confirms the rotation of a gateway's secret. */
export function RenewDialog({ provider, onClose, onMade }: RenewDialogProps) {
  const t = useTranslations("noticeChannel.reply.renew");
  const tError = useTranslations("error");
  const { mutate, isPending, error } = useServiceMutation(renewSecret);
  return (
    <ConfirmDialog
      open
      // A pending rotation cannot be aborted, and its secret would be lost if it were not shown.
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={t("title", { name: provider.name })}
      description={t("hint")}
      confirmLabel={t("confirm")}
      pending={isPending}
      error={error && tError(error.key)}
      onConfirm={() => mutate({ id: provider.id }, { onSuccess: onMade })}
    />
  );
}
