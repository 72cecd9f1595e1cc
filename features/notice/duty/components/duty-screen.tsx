"use client";

import { ChevronLeft, ChevronRight, Pencil, Plus, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { NavSelect } from "@/components/data-table/nav-select";
import { useRefresh } from "@/components/data-table/use-refresh";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { ButtonLink } from "@/components/layout/button-link";
import { EmptyState } from "@/components/layout/empty-state";
import { PageBody } from "@/components/shell/page-body";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody } from "@/components/ui/card";
import { showToast } from "@/components/ui/toast-store";
import { useNow } from "@/components/value/use-now";
import { formatDate } from "@/lib/datetime/format";
import { dayKey } from "@/lib/datetime/zone";
import { useServiceMutation } from "@/lib/http/use-service-mutation";
import { removeRota } from "../duty.client";
import { dayAfter, dutySpans, instantOf, weekdayOf } from "../duty.rules";
import type { DutyRotaDto } from "../duty.schema";
import { Gaps } from "./gaps";
import { WeekView } from "./week-view";

const RotaForm = dynamic(() => import("./rota-form").then((module) => module.RotaForm), { ssr: false });

const PATH = "/arch/duty";

export type DutyScreenProps = {
  groups: { id: number; name: string }[];
  shown: DutyRotaDto | null;
  /** A day of the week to show. */
  week: string | null;
  mayEdit: boolean;
  now: number;
};

/** The on-call rota of a contact group: who is on duty now, the gaps, and a week at a time. */
export function DutyScreen({ groups, shown, week, mayEdit, now }: DutyScreenProps) {
  const t = useTranslations("duty");
  const [asked, setAsked] = useState<"edit" | "remove" | null>(null);
  const refresh = useRefresh();
  const removal = useServiceMutation(() => removeRota(shown?.id ?? 0));
  if (!shown)
    return (
      <PageBody>
        <EmptyState
          title={t("noGroups")}
          className="rounded-lg border bg-card"
          action={<ButtonLink href="/arch/contacts">{t("toContacts")}</ButtonLink>}
        >
          {t("noGroupsHint")}
        </EmptyState>
      </PageBody>
    );
  const done = () => {
    setAsked(null);
    refresh();
  };
  const { id, rota, people } = shown;
  const users = shown.triggers.map((name) => name || t("connectionWatch"));
  const names = users.join(", ");
  const canBegin = mayEdit && people.length > 0;
  const remove = () =>
    removal.mutate(undefined, {
      onSuccess: () => {
        showToast("normal", t("removed"));
        done();
      },
    });
  return (
    <PageBody>
      <div className="flex flex-wrap items-center gap-2">
        <NavSelect
          label={t("group")}
          className="min-w-44 max-w-full sm:w-auto"
          value={`${PATH}?groupId=${id}`}
          options={groups.map((group) => ({ href: `${PATH}?groupId=${group.id}`, label: group.name }))}
        />
        <p className="order-last min-w-0 basis-full text-muted-foreground text-sm sm:order-none sm:flex-1 sm:basis-0">
          {users.length > 0 ? t("usedBy", { names }) : t("unused")}
        </p>
        {rota && mayEdit && (
          <>
            <Button variant="ghost" className="max-sm:order-1" onClick={() => setAsked("remove")}>
              <Trash2 aria-hidden="true" />
              {t("remove")}
            </Button>
            <Button variant="primary" onClick={() => setAsked("edit")}>
              <Pencil aria-hidden="true" />
              {t("edit")}
            </Button>
          </>
        )}
      </div>
      {rota ? (
        <Week key={id} shown={shown} rota={rota} week={week} now={now} />
      ) : (
        <EmptyState
          title={t("empty.title")}
          className="rounded-lg border bg-card"
          action={
            canBegin ? (
              <Button variant="primary" onClick={() => setAsked("edit")}>
                <Plus aria-hidden="true" />
                {t("empty.create")}
              </Button>
            ) : (
              mayEdit && <ButtonLink href={`/arch/contacts?groupId=${id}`}>{t("toContacts")}</ButtonLink>
            )
          }
        >
          {t(people.length > 0 ? "empty.hint" : "empty.noPeople")}
        </EmptyState>
      )}
      {asked === "edit" && <RotaForm shown={shown} now={now} onClose={() => setAsked(null)} onSaved={done} />}
      {asked === "remove" && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsked(null)}
          title={t("removeTitle", { group: shown.groupName })}
          description={t(users.length > 0 ? "removeUsed" : "removeText", { names })}
          confirmLabel={t("remove")}
          destructive
          pending={removal.isPending}
          {...(removal.error && { error: t("removeRefused") })}
          onConfirm={remove}
        />
      )}
    </PageBody>
  );
}

type WeekProps = {
  shown: DutyRotaDto;
  rota: NonNullable<DutyRotaDto["rota"]>;
  week: string | null;
  now: number;
};

function Week({ shown, rota, week, now }: WeekProps) {
  const t = useTranslations("duty");
  const locale = useLocale();
  const current = useNow(now);
  const { id, people, timeZone, calendar } = shown;
  const today = dayKey(new Date(now), timeZone);
  const asked = week ?? today;
  const monday = dayAfter(asked, 1 - weekdayOf(asked));
  const days = Array.from({ length: 7 }, (_, index) => dayAfter(monday, index));
  const from = instantOf(monday, "00:00", timeZone);
  const to = instantOf(dayAfter(monday, 7), "00:00", timeZone);
  const spans = dutySpans(rota, from, to, timeZone);
  const nameOf = (contactId: number) => people.find((one) => one.id === contactId)?.name ?? `#${contactId}`;
  const serving = calendar.find((span) => span.from <= current && current < span.to) ?? calendar[0];
  const gaps = calendar.filter(({ contactIds }) => contactIds.length === 0);
  const weekHref = (offset: number) => `${PATH}?groupId=${id}&week=${dayAfter(monday, 7 * offset)}`;
  // Day by day: for the same span of days, the libraries of server and browser return different texts.
  const [first, last] = [monday, dayAfter(monday, 6)].map((day) =>
    formatDate(day, new Date(now), { locale, timeZone }),
  );
  const names = new Intl.ListFormat(locale).format((serving?.contactIds ?? []).map(nameOf));
  return (
    <>
      <Alert tone={serving && serving.contactIds.length > 0 ? "normal" : "critical"}>
        {names === "" ? t("nobodyNow") : t("now", { names })}
      </Alert>
      {gaps.length > 0 && (
        <Alert tone="warning" title={t("gaps.title")}>
          <Gaps gaps={gaps} timeZone={timeZone} />
        </Alert>
      )}
      <Card>
        <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
          <h2 className="mr-auto font-semibold tabular-nums" suppressHydrationWarning>
            {`${first} – ${last}`}
          </h2>
          <ButtonLink size="icon-sm" variant="ghost" href={weekHref(-1)} aria-label={t("week.previous")} scroll={false}>
            <ChevronLeft aria-hidden="true" />
          </ButtonLink>
          <ButtonLink size="sm" href={`${PATH}?groupId=${id}`} scroll={false}>
            {t("week.this")}
          </ButtonLink>
          <ButtonLink size="icon-sm" variant="ghost" href={weekHref(1)} aria-label={t("week.next")} scroll={false}>
            <ChevronRight aria-hidden="true" />
          </ButtonLink>
        </div>
        <CardBody className="max-sm:px-3">
          <WeekView days={days} spans={spans} nameOf={nameOf} timeZone={timeZone} today={today} now={current} />
        </CardBody>
      </Card>
      <p className="text-muted-foreground text-xs">
        {t("rule", { zone: timeZone })} {t("quietHours")}
      </p>
    </>
  );
}
