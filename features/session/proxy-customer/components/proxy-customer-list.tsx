"use client";

import { Building2, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { EmptyState } from "@/components/layout/empty-state";
import { ErrorState } from "@/components/layout/error-state";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardBody } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";
import { type FailureKey, ServiceError } from "@/lib/http/call-service";
import { readProxyCustomers, switchCustomer } from "../client";
import { matching, placeAfterKey } from "../rules";
import type { ProxyCustomersDto } from "../schema";

const SKELETON_ROWS = ["one", "two", "three"];

/** An agent's customers with a search; arrow keys move from the search into the list and through it. */
export function ProxyCustomerList({ next }: { next: string }) {
  const t = useTranslations("session.proxy");
  const tError = useTranslations("error");
  const [customers, setCustomers] = useState<ProxyCustomersDto | "failed" | null>(null);
  const [text, setText] = useState("");
  const [pendingId, setPendingId] = useState<number | null>(null);
  const [failure, setFailure] = useState<FailureKey | null>(null);
  const list = useRef<HTMLUListElement>(null);

  const read = useCallback(async () => {
    setCustomers(null);
    setCustomers(await readProxyCustomers().catch(() => "failed" as const));
  }, []);
  useEffect(() => void read(), [read]);

  const choose = async (id: number) => {
    setPendingId(id);
    setFailure(null);
    try {
      await switchCustomer(id);
      // A full page load: from here on the cookie of the new session decides.
      window.location.assign(next);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      setFailure(error.key);
      setPendingId(null);
    }
  };
  const move = (event: KeyboardEvent) => {
    const rows = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = rows.indexOf(event.target as HTMLButtonElement);
    const isTyping = event.target instanceof HTMLInputElement;
    const place = isTyping && event.key !== "ArrowDown" ? null : placeAfterKey(event.key, at, rows.length);
    if (place === null) return;
    event.preventDefault();
    rows[place]?.focus();
  };
  if (customers === "failed")
    return <ErrorState title={t("loadFailed")} action={<Button onClick={read}>{t("retry")}</Button>} />;
  if (customers?.items.length === 0)
    return (
      <Card>
        <EmptyState icon={<Building2 aria-hidden="true" />} title={t("empty")}>
          {t("emptyHint")}
        </EmptyState>
      </Card>
    );
  const found = matching(customers?.items ?? [], text);
  return (
    <Card>
      <CardBody className="border-b">
        <Input
          type="search"
          aria-label={t("search")}
          placeholder={t("search")}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={move}
        />
      </CardBody>
      {failure && (
        <div className="px-4 pt-4">
          <Alert tone="critical">{tError(failure)}</Alert>
        </div>
      )}
      <ul ref={list} aria-label={t("list")} aria-busy={!customers} className="max-h-[50vh] overflow-y-auto p-2">
        {!customers &&
          SKELETON_ROWS.map((row) => (
            <li key={row} className="flex h-control-lg items-center px-3">
              <Skeleton className="w-2/3" />
            </li>
          ))}
        {found.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => choose(id)}
              onKeyDown={move}
              disabled={pendingId !== null}
              aria-current={id === customers?.current || undefined}
              className="flex min-h-control-lg w-full items-center gap-2 rounded-md px-3 py-2 text-left transition-colors hover:bg-accent disabled:opacity-60"
            >
              <span className="min-w-0 flex-1 break-words">{name}</span>
              {id === customers?.current && <Badge tone="primary">{t("current")}</Badge>}
              {id === pendingId ? (
                <Spinner />
              ) : (
                <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-faint-foreground" />
              )}
            </button>
          </li>
        ))}
      </ul>
      {customers && found.length === 0 && (
        <p role="status" className="px-4 pb-6 text-center text-muted-foreground">
          {t("noMatch", { q: text.trim() })}
        </p>
      )}
    </Card>
  );
}
