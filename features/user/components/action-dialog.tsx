"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useIssueText } from "@/components/form/use-record-form";
import type { ServiceError } from "@/lib/http/call-service";
import type { PasswordDto } from "../lifecycle.schema";
import { type Action, useAccountMutation } from "../user.client";
import type { UserDto } from "../user.schema";

type ActionDialogProps = {
  action: Action;
  users: readonly UserDto[];
  onClose: () => void;
  onDone: (passwords: readonly PasswordDto[]) => void;
};

/** The most names in a question; the rest is counted. */
const NAMED = 5;

/** Confirms an action on accounts, and shows why it was refused. */
export function ActionDialog({ action, users, onClose, onDone }: ActionDialogProps) {
  const t = useTranslations("user.deed");
  const tCommon = useTranslations("common");
  const doing = useAccountMutation();
  const why = useRefusal(users);
  const values = { count: users.length, name: users[0]?.name ?? "" };
  const names = users.slice(0, NAMED).map(({ name }) => name);
  const isMore = users.length > NAMED;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`${action}.title`, values)}
      description={
        <>
          {users.length > 1 && (
            <span className="mb-1 block break-words font-medium text-foreground">
              {isMore ? t("andMore", { names: names.join(" · "), count: users.length - NAMED }) : names.join(" · ")}
            </span>
          )}
          {t(`${action}.text`, values)}
        </>
      }
      confirmLabel={t(`${action}.confirm`, values)}
      dismissLabel={action === "cancel" ? tCommon("action.keep") : undefined}
      destructive={action === "remove" || action === "cancel"}
      pending={doing.isPending}
      error={doing.error && why(doing.error)}
      onConfirm={() => doing.mutate({ action, users }, { onSuccess: onDone })}
    />
  );
}

/** Formats a refusal with the name of the account that caused it. */
function useRefusal(users: readonly UserDto[]) {
  const t = useTranslations("user.deed");
  const tError = useTranslations("error");
  const textOf = useIssueText();
  return ({ key, issues: [issue] }: ServiceError): string => {
    if (!issue) return tError(key);
    const index = /^ids\.(\d+)$/.exec(issue.path)?.[1];
    const barrier = index === undefined ? undefined : users[Number(index)];
    return barrier ? t("barred", { name: barrier.name, why: textOf(issue) }) : textOf(issue);
  };
}
