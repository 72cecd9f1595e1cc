"use client";

import { useTranslations } from "next-intl";
import { ShownOnce } from "@/components/form/shown-once";
import { useIssueText } from "@/components/form/use-record-form";
import { DescriptionList } from "@/components/layout/description-list";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from "@/components/ui/dialog";
import { OPENED, type OpeningDto, type StepFailure } from "../provisioning.schema";

type OpenedDialogProps = { result: OpeningDto; account: string | undefined; onClose: () => void };

/** The result of creating a customer, and the one-time password of its first user, which cannot be shown again. */
export function OpenedDialog({ result, account, onClose }: OpenedDialogProps) {
  const t = useTranslations("customer");
  const { code, customer, password, failure } = result;
  const isWhole = code === OPENED.all;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        aria-describedby={undefined}
        // A click outside does not close it, because a lost password would have to be reset.
        onInteractOutside={(event) => password !== undefined && event.preventDefault()}
      >
        <DialogHeader title={<span className="break-words">{t("opened.200", { name: customer.name })}</span>} />
        <DialogBody className="flex flex-col gap-4">
          {!isWhole && (
            <Alert tone="warning" title={t(`opened.${code}`)}>
              {failure && <Reason failure={failure} />}
              <p>{t("opened.next")}</p>
            </Alert>
          )}
          {password !== undefined && (
            <>
              <DescriptionList
                items={[{ term: t("opened.account"), value: <span className="select-all font-mono">{account}</span> }]}
              />
              <ShownOnce
                label={t("opened.password")}
                value={password}
                hint={t("opened.passwordHint")}
                copyLabel={t("once.copy")}
              />
              <Alert tone="warning">{t("once.warning")}</Alert>
            </>
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={onClose}>
            {t("once.done")}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function Reason({ failure }: { failure: StepFailure }) {
  const t = useTranslations("customer.opened");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const [issue] = failure.issues;
  return <p>{t("reason", { reason: issue ? textOf(issue) : tError(failure.error) })}</p>;
}
