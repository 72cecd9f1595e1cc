"use client";

import { useTranslations } from "next-intl";
import { ErrorState } from "@/components/layout/error-state";
import { WaitingTitle } from "@/components/layout/waiting-title";
import { Button } from "@/components/ui/button";
import { SheetHeader } from "@/components/ui/sheet";
import type { ServiceError } from "@/lib/http/call-service";
import { SCOPE_KEYS } from "../catalogue.rules";
import type { RoleDetailDto } from "../role.schema";

/** The name of the role and its special properties. */
export function Headline({
  role,
  isNew,
  failed,
}: {
  role: RoleDetailDto | undefined;
  isNew: boolean;
  failed: boolean;
}) {
  const t = useTranslations("role");
  if (isNew) return <SheetHeader title={t("editor.new")} />;
  if (!role) return <SheetHeader title={failed ? t("editor.failed") : <WaitingTitle />} />;
  const parts = [
    role.customerName,
    t(`accountType.${SCOPE_KEYS[role.scopeType]}`),
    t("column.userCountOf", { count: role.userCount }),
    role.isDefault && t("mark.default"),
    role.isOwn && t("mark.own"),
  ];
  return (
    <SheetHeader
      title={<span className="break-words">{role.name}</span>}
      description={parts.filter((part) => part !== false).join(" · ")}
    />
  );
}

/** Shown if the role cannot be loaded. */
export function Failure({ error, onRetry }: { error: ServiceError; onRetry: () => void }) {
  const t = useTranslations("role.editor");
  const tError = useTranslations("error");
  const tCommon = useTranslations("common");
  const missing = error.key === "NOT_FOUND";
  return (
    <ErrorState
      title={missing ? t("missing") : tError(error.key)}
      request={!missing && error.requestId ? { label: tCommon("error.requestId"), id: error.requestId } : undefined}
      action={!missing && <Button onClick={onRetry}>{tCommon("action.retry")}</Button>}
    />
  );
}
