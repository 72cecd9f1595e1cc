"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useRefresh } from "@/components/data-table/use-refresh";
import { TextareaField } from "@/components/form/record-fields";
import { useRecordForm } from "@/components/form/use-record-form";
import { DescriptionList } from "@/components/layout/description-list";
import { Part } from "@/components/layout/part";
import { PageBody } from "@/components/shell/page-body";
import { WindowHead } from "@/components/shell/window-head";
import { Button } from "@/components/ui/button";
import { Instant } from "@/components/value/instant";
import { Link } from "@/lib/i18n/navigation";
import { carrierPage } from "@/lib/page/carrier-page";
import { windowOf } from "@/lib/page/device-window";
import { sendAct, useOrderRefresh } from "../order.client";
import { CommentInput, DESCRIPTION_LENGTH, type WorkOrderDetailDto } from "../order.schema";
import { ActButtons } from "./act-buttons";
import { Due, useOrderer } from "./columns";
import { Photos } from "./photo-field";
import { Stars } from "./stars";
import { StateBadge } from "./state-badge";

type DetailProps = { order: WorkOrderDetailDto; mayEx: boolean; mayTask: boolean; now: number; timeZone: string };

/** One work order: what is to be done, who has it, photos and timeline. */
export function OrderDetail({ order, mayEx, mayTask, now, timeZone }: DetailProps) {
  const t = useTranslations("workOrder");
  const refresh = useRefresh();
  useOrderRefresh(refresh, order.id);
  return (
    <PageBody>
      <WindowHead
        title={`${order.number} · ${order.title}`}
        note={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <StateBadge state={order.state} />
            <span>{t(`type.${order.type}`)}</span>
            {order.stars !== null && <Stars stars={order.stars} />}
          </span>
        }
      >
        <ActButtons order={order} onDone={refresh} />
      </WindowHead>
      <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
        <Part title={t("part.facts")}>
          <Facts {...{ order, mayEx, mayTask, now, timeZone }} />
        </Part>
        <Part title={t("part.photos")}>
          <Photos order={order} onDone={refresh} />
        </Part>
        <Part title={t("part.timeline")}>
          <Timeline {...{ order, now, timeZone }} />
          {order.mayAdd && <CommentForm id={order.id} onDone={refresh} />}
        </Part>
      </div>
    </PageBody>
  );
}

const linkClass = "hover:text-primary hover:underline";

function Facts({ order, mayEx, mayTask, now, timeZone }: DetailProps) {
  const t = useTranslations("workOrder");
  const ordererOf = useOrderer();
  const tUnseen = useTranslations("common.unseen");
  const { carrier, device, exceptionId } = order;
  const item = (name: string, value: ReactNode) => ({ term: t(`field.${name}`), value });
  const multiline = (text: string) => <span className="whitespace-pre-line">{text}</span>;
  const items = [
    ...(order.description ? [item("description", multiline(order.description))] : []),
    ...(order.path.length > 0 ? [item("place", order.path.join(" / "))] : []),
    ...(carrier
      ? [
          item(
            "carrierId",
            carrier.name === null ? (
              tUnseen("carrier")
            ) : (
              <Link href={carrierPage(carrier.id)} prefetch={false} className={linkClass}>
                {carrier.name}
              </Link>
            ),
          ),
        ]
      : []),
    ...(device
      ? [
          item(
            "deviceId",
            device.name === null ? (
              tUnseen("device")
            ) : (
              <Link href={windowOf(device.kind, device.id)} prefetch={false} className={linkClass}>
                {device.name}
              </Link>
            ),
          ),
        ]
      : []),
    ...(exceptionId !== null && mayEx
      ? [
          item(
            "exceptionId",
            <Link href={`/abnormal/dataex?id=${exceptionId}`} prefetch={false} className={linkClass}>
              {t("toException")}
            </Link>,
          ),
        ]
      : []),
    item(
      "orderer",
      order.task && mayTask ? (
        <Link href={`/arch/task?id=${order.task.id}`} prefetch={false} className={linkClass}>
          {ordererOf(order)}
        </Link>
      ) : (
        ordererOf(order)
      ),
    ),
    item("assignee", order.assignee?.name ?? order.group?.name ?? t("everybody")),
    ...(order.acceptor ? [item("acceptor", order.acceptor.name)] : []),
    item("dueAt", <Due order={order} now={now} timeZone={timeZone} />),
    ...(order.result ? [item("result", multiline(order.result))] : []),
    ...(order.confirmer ? [item("confirmer", order.confirmer.name)] : []),
    ...(order.ratingComment ? [item("ratingComment", multiline(order.ratingComment))] : []),
    ...(order.cancelReason ? [item("cancelReason", order.cancelReason)] : []),
  ];
  return <DescriptionList items={items} />;
}

function Timeline({ order, now, timeZone }: Omit<DetailProps, "mayEx" | "mayTask">) {
  const t = useTranslations("workOrder");
  return (
    <ol className="flex flex-col gap-3 text-sm">
      {order.events.map(({ id, kind, actor, text, at }) => (
        <li key={id} className="border-l-2 pl-3">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span>
              <span className="font-medium">{t(`event.${kind}`)}</span>{" "}
              <span className="text-muted-foreground">{actor || t("product")}</span>
            </span>
            <Instant at={at} now={now} timeZone={timeZone} className="text-muted-foreground text-xs" />
          </p>
          {text && <p className="whitespace-pre-line break-words">{text}</p>}
        </li>
      ))}
    </ol>
  );
}

function CommentForm({ id, onDone }: { id: number; onDone: () => void }) {
  const t = useTranslations("workOrder.comment");
  const [round, setRound] = useState(0);
  const form = useRecordForm({
    schema: CommentInput.omit({ id: true }),
    send: (values) => sendAct(id, "comment", values),
    onDone: () => {
      setRound(round + 1);
      onDone();
    },
  });
  return (
    <form
      key={round}
      noValidate
      className="mt-4 flex flex-col items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit({ comment: new FormData(event.currentTarget).get("comment") });
      }}
    >
      <TextareaField
        form={form}
        name="comment"
        label={t("label")}
        rows={2}
        maxLength={DESCRIPTION_LENGTH}
        className="w-full"
      />
      {form.error && (
        <p role="alert" className="text-critical text-sm">
          {form.error}
        </p>
      )}
      <Button type="submit" loading={form.pending}>
        {t("send")}
      </Button>
    </form>
  );
}
