"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useDeferredValue, useState } from "react";
import { ErrorState } from "@/components/layout/error-state";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogHeader } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { StateBadge } from "@/components/value/state-badge";
import type { ActivationStatus } from "@/db/enums";
import type { Permission } from "@/lib/auth/permissions";
import type { ServiceError } from "@/lib/http/call-service";
import type { HoldersDto } from "../catalogue.schema";
import { HOLDERS_AT_ONCE, holdersQuery } from "../role.client";
import { useCodeNames } from "./code-name";

/** The roles that grant a code and the users who have it. */
export function HoldersDialog({ code, onClose }: { code: Permission; onClose: () => void }) {
  const t = useTranslations("role.holders");
  const { full } = useCodeNames();
  const [text, setText] = useState("");
  const [start, setStart] = useState(0);
  const q = useDeferredValue(text.trim());
  const { data, error, refetch } = useQuery(holdersQuery(code, q, start));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogHeader title={t("title", { name: full(code) })} description={t("hint")} />
        <DialogBody className="flex min-h-80 flex-col gap-4">
          <Input
            className="shrink-0"
            type="search"
            aria-label={t("search")}
            placeholder={t("search")}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setStart(0);
            }}
          />
          {data ? (
            <Holders data={data} start={start} onStart={setStart} />
          ) : error ? (
            <Failure error={error as ServiceError} onRetry={() => refetch()} />
          ) : (
            <Skeleton className="h-40 rounded-md" />
          )}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

function Failure({ error, onRetry }: { error: ServiceError; onRetry: () => void }) {
  const tError = useTranslations("error");
  const t = useTranslations("common.action");
  return <ErrorState title={tError(error.key)} action={<Button onClick={onRetry}>{t("retry")}</Button>} />;
}

type HoldersProps = { data: HoldersDto; start: number; onStart: (start: number) => void };

function Holders({ data: { roles, users }, start, onStart }: HoldersProps) {
  const t = useTranslations("role.holders");
  return (
    <>
      <Part title={t("roles", { count: roles.total })}>
        {roles.items.map(({ id, name, customerName, userCount, status }) => (
          <Line key={id} name={name} note={customerName} status={status} end={t("userCount", { count: userCount })} />
        ))}
      </Part>
      {roles.total > roles.items.length && (
        <p className="-mt-3 text-muted-foreground text-xs">{t("more", { count: roles.total - roles.items.length })}</p>
      )}
      <Part title={t("users", { count: users.total })}>
        {users.items.map(({ id, name, username, roleName, customerName, status }) => (
          <Line key={id} name={name} note={`${username} · ${customerName}`} status={status} end={roleName} />
        ))}
      </Part>
      {users.total > HOLDERS_AT_ONCE && (
        <div className="flex items-center justify-end gap-2 text-muted-foreground text-sm tabular-nums">
          {t("span", { from: start + 1, to: start + users.items.length, total: users.total })}
          <Button
            size="icon-sm"
            variant="ghost"
            aria-label={t("previous")}
            disabled={start === 0}
            onClick={() => onStart(Math.max(0, start - HOLDERS_AT_ONCE))}
          >
            <ChevronLeft aria-hidden="true" />
          </Button>
          <Button
            size="icon-sm"
            variant="ghost"
            aria-label={t("next")}
            disabled={start + HOLDERS_AT_ONCE >= users.total}
            onClick={() => onStart(start + HOLDERS_AT_ONCE)}
          >
            <ChevronRight aria-hidden="true" />
          </Button>
        </div>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode[] }) {
  const t = useTranslations("role.holders");
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-medium text-sm">{title}</h3>
      {children.length > 0 ? (
        <ul className="divide-y rounded-md border">{children}</ul>
      ) : (
        <p className="rounded-md border px-3 py-2 text-muted-foreground text-sm">{t("nobody")}</p>
      )}
    </section>
  );
}

type LineProps = { name: string; note: string; end: string; status: ActivationStatus };

function Line({ name, note, end, status }: LineProps) {
  const t = useTranslations("role.status");
  return (
    <li className="flex items-center gap-3 px-3 py-1.5">
      <span className="min-w-0 flex-1">
        <span className="block truncate" title={name}>
          {name}
        </span>
        <span className="block truncate text-faint-foreground text-xs" title={note}>
          {note}
        </span>
      </span>
      {status === "cancelled" && (
        <StateBadge plain tone="offline">
          {t(status)}
        </StateBadge>
      )}
      <span className="max-w-[40%] truncate text-muted-foreground text-sm" title={end}>
        {end}
      </span>
    </li>
  );
}
