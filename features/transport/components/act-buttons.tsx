"use client";

import { Ban, FileCheck, type LucideIcon, MapPinCheck, PackageOpen, Truck } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RowMenu } from "@/components/data-table/row-menu";
import { useRefresh } from "@/components/data-table/use-refresh";
import { Button } from "@/components/ui/button";
import { type Act, actsOf } from "../act.rules";
import type { TransportDto } from "../transport.schema";

// Loaded when the first act is chosen.
const ActDialog = dynamic(() => import("./act-dialogs").then((module) => module.ActDialog), { ssr: false });

const ICONS: Record<Act, LucideIcon> = {
  load: PackageOpen,
  depart: Truck,
  arrive: MapPinCheck,
  close: FileCheck,
  cancel: Ban,
};

type ActsProps = { transport: TransportDto; timeZone: string };

/** What can be done with a transport now, as the buttons of its window. */
export function ActButtons({ transport, timeZone }: ActsProps) {
  const t = useTranslations("transport.act");
  const refresh = useRefresh();
  const [act, setAct] = useState<Act | null>(null);
  return (
    <>
      {actsOf(transport).map((one, place) => {
        const Icon = ICONS[one];
        return (
          <Button key={one} variant={place === 0 ? "primary" : "secondary"} onClick={() => setAct(one)}>
            <Icon aria-hidden="true" />
            {t(`${one}.action`)}
          </Button>
        );
      })}
      {act && (
        <ActDialog
          {...{ act, transport, timeZone }}
          onClose={() => setAct(null)}
          onDone={() => {
            setAct(null);
            refresh();
          }}
        />
      )}
    </>
  );
}

/** The same in a row of a table: the next act as a button, the others in a menu. */
export function RowActs({ transport, timeZone, onDone }: ActsProps & { onDone: () => void }) {
  const t = useTranslations("transport.act");
  const [act, setAct] = useState<Act | null>(null);
  const [first, ...others] = actsOf(transport);
  const name = transport.number;
  if (!first) return null;
  return (
    <>
      <RowMenu
        first={{
          icon: ICONS[first],
          label: t(`${first}.action`),
          labelOf: t("of", { act: t(`${first}.action`), name }),
          onClick: () => setAct(first),
        }}
        moreLabel={t("more", { name })}
        actions={others.map((verb) => ({
          ...{ verb, label: t(`${verb}.action`), icon: ICONS[verb] },
          isDestructive: verb === "cancel",
        }))}
        onAction={setAct}
      />
      {act && (
        <ActDialog
          {...{ act, transport, timeZone }}
          onClose={() => setAct(null)}
          onDone={() => {
            setAct(null);
            onDone();
          }}
        />
      )}
    </>
  );
}
