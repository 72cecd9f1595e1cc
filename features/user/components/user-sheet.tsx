"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ErrorState } from "@/components/layout/error-state";
import { WaitingTitle } from "@/components/layout/waiting-title";
import { Button } from "@/components/ui/button";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import type { ServiceError } from "@/lib/http/call-service";
import { userQuery } from "../user.client";
import type { NamedPlace, UpdatedUserDto, UserDto } from "../user.schema";
import type { Rights } from "./row-actions";
import { UserDetails } from "./user-details";
import { UserForm } from "./user-form";

type UserSheetProps = {
  id: number;
  /** The account as listed, if it is on the page. */
  row: UserDto | undefined;
  home: NamedPlace;
  isManyCustomers: boolean;
  rights: Rights;
  timeZone: string;
  now: number;
  onClose: () => void;
  onSaved: (saved: UpdatedUserDto) => void;
};

/** One account in a sheet: editable with permission, else read-only. */
export function UserSheet({ id, row, timeZone, now, onClose, onSaved, ...form }: UserSheetProps) {
  const t = useTranslations("user");
  const { data, error, refetch } = useQuery(userQuery(id));
  const known = data ?? row;
  if (known && !error && form.rights.edit && known.isManageable)
    return <UserForm {...form} user={known} places={data} onClose={onClose} onSaved={onSaved} />;
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent aria-describedby={undefined}>
        <SheetHeader
          title={known?.name ?? (error ? t("sheet.failed") : <WaitingTitle />)}
          description={known && !error ? t("sheet.readOnly") : undefined}
        />
        <SheetBody>
          {error ? (
            <Failure error={error as ServiceError} onRetry={() => refetch()} />
          ) : data ? (
            <UserDetails user={data} timeZone={timeZone} now={now} />
          ) : (
            <Skeleton className="h-80 rounded-lg" />
          )}
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}

function Failure({ error, onRetry }: { error: ServiceError; onRetry: () => void }) {
  const tError = useTranslations("error");
  const t = useTranslations("common");
  const isMissing = error.key === "NOT_FOUND";
  return (
    <ErrorState
      title={tError(error.key)}
      request={!isMissing && error.requestId ? { label: t("error.requestId"), id: error.requestId } : undefined}
      action={!isMissing && <Button onClick={onRetry}>{t("action.retry")}</Button>}
    />
  );
}
