"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useIssueText } from "@/components/form/use-record-form";
import type { ServiceError } from "@/lib/http/call-service";
import { type Deed, useAccountDeed } from "../client";
import type { PasswordDto } from "../lifecycle/schema";
import type { UserDto } from "../schema";

type DeedDialogProps = {
  deed: Deed;
  users: readonly UserDto[];
  onClose: () => void;
  onDone: (passwords: readonly PasswordDto[]) => void;
};

/** Names spelled out in a question; the rest is counted. */
const NAMED = 5;

/** Asks before something is done to accounts, and says why it was not. */
export function DeedDialog({ deed, users, onClose, onDone }: DeedDialogProps) {
  const t = useTranslations("user.deed");
  const tCommon = useTranslations("common");
  const doing = useAccountDeed();
  const why = useRefusal(users);
  const values = { count: users.length, name: users[0]?.name ?? "" };
  const names = users.slice(0, NAMED).map(({ name }) => name);
  const isMore = users.length > NAMED;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`${deed}.title`, values)}
      description={
        <>
          {users.length > 1 && (
            <span className="mb-1 block break-words font-medium text-foreground">
              {isMore ? t("andMore", { names: names.join(" · "), count: users.length - NAMED }) : names.join(" · ")}
            </span>
          )}
          {t(`${deed}.text`, values)}
        </>
      }
      confirmLabel={t(`${deed}.confirm`, values)}
      dismissLabel={deed === "cancel" ? tCommon("action.keep") : undefined}
      destructive={deed === "remove" || deed === "cancel"}
      pending={doing.isPending}
      error={doing.error && why(doing.error)}
      onConfirm={() => doing.mutate({ deed, users }, { onSuccess: onDone })}
    />
  );
}

/** Why a deed was refused, in words, with the account that bars the way. */
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
