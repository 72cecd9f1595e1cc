"use client";

import { useQueries } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useIssueText } from "@/components/form/use-record-form";
import { Skeleton } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toast-store";
import type { ServiceError } from "@/lib/http/call-service";
import { NAMED_USERS } from "../lifecycle.schema";
import { roleUsersQuery, useLifecycle, type Verb } from "../role.client";
import type { RoleDto } from "../role.schema";

type LifecycleDialogProps = {
  verb: Verb;
  rows: readonly RoleDto[];
  onClose: () => void;
  onDone: () => void;
};

/** Confirms that roles are cancelled, activated or deleted, and shows the users affected. */
export function LifecycleDialog({ verb, rows, onClose, onDone }: LifecycleDialogProps) {
  const t = useTranslations("role.lifecycle");
  const tCommon = useTranslations("common");
  const { mutate, isPending, error } = useLifecycle(verb);
  const users = rows.reduce((sum, row) => sum + row.userCount, 0);
  const name = rows[0]?.name ?? "";
  const title = rows.length === 1 ? t(`${verb}.one`, { name }) : t(`${verb}.many`, { count: rows.length });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={
        <>
          {t(`${verb}.effect`, { users })}
          {verb === "remove" && users > 0 && <UserNames rows={rows} total={users} />}
        </>
      }
      confirmLabel={t(`${verb}.confirm`, { count: rows.length, users })}
      dismissLabel={verb === "cancel" ? tCommon("action.keep") : undefined}
      destructive={verb !== "activate"}
      pending={isPending}
      error={error && <Refusal error={error} rows={rows} />}
      onConfirm={() =>
        mutate(
          { ids: rows.map(({ id }) => id) },
          {
            onSuccess: () => {
              showToast("normal", t(`${verb}.done`, { count: rows.length }));
              onDone();
            },
          },
        )
      }
    />
  );
}

/** The names of the first users who would be deleted. */
function UserNames({ rows, total }: { rows: readonly RoleDto[]; total: number }) {
  const t = useTranslations("role.lifecycle");
  const queries = useQueries({
    queries: rows.filter(({ userCount }) => userCount > 0).map(({ id }) => roleUsersQuery(id)),
  });
  // Reserves the space, so that the buttons do not move under the pointer.
  if (queries.some(({ isPending }) => isPending)) return <Skeleton className="mt-2 h-5 w-3/4" />;
  const named = queries.flatMap(({ data }) => data?.users ?? []).slice(0, NAMED_USERS);
  if (named.length === 0) return null;
  const names = named.map(({ name, username }) => `${name} (${username})`).join(", ");
  return (
    <span className="mt-2 block max-h-32 overflow-y-auto break-words text-foreground">
      {total > named.length ? t("andMore", { names, count: total - named.length }) : names}
    </span>
  );
}

/** Why the action was refused, with the row that caused it. */
function Refusal({ error, rows }: { error: ServiceError; rows: readonly RoleDto[] }): ReactNode {
  const tError = useTranslations("error");
  const textOf = useIssueText();
  const [issue] = error.issues;
  if (!issue) return tError(error.key);
  const index = /^ids\.(\d+)$/.exec(issue.path)?.[1];
  const row = index === undefined ? undefined : rows[Number(index)];
  return row && rows.length > 1 ? `${row.name}: ${textOf(issue)}` : textOf(issue);
}
