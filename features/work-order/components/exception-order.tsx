"use client";

import { useQuery } from "@tanstack/react-query";
import { Wrench } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ButtonLink } from "@/components/layout/button-link";
import { Button } from "@/components/ui/button";
import { isOpen } from "../act.rules";
import { ordersAboutQuery } from "../order.client";

// Loaded when it is first opened.
const QuickForm = dynamic(() => import("./quick-form").then((module) => module.QuickForm), { ssr: false });

type ExceptionOrderProps = { exceptionId: number; customerId: number; title: string; mayCreate: boolean };

/** The order about an exception: the open one, or a button that submits one with everything filled in. */
export function ExceptionOrder({ mayCreate, ...props }: ExceptionOrderProps) {
  const t = useTranslations("workOrder.fromException");
  const { data } = useQuery(ordersAboutQuery({ exceptionId: props.exceptionId }));
  const [isAsking, setIsAsking] = useState(false);
  const open = data?.find(({ state }) => isOpen(state)) ?? data?.[0];
  if (open && (isOpen(open.state) || !mayCreate))
    return (
      <ButtonLink href={`/workOrderDetail?id=${open.id}`} prefetch={false}>
        <Wrench aria-hidden="true" />
        {t("open", { number: open.number })}
      </ButtonLink>
    );
  if (!mayCreate) return null;
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>
        <Wrench aria-hidden="true" />
        {t("action")}
      </Button>
      {isAsking && <QuickForm {...props} onClose={() => setIsAsking(false)} />}
    </>
  );
}
