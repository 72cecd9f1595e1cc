"use client";

import { useMutation } from "@tanstack/react-query";
import { Printer, RefreshCw } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PageBody } from "@/components/shell/page-body";
import { Button } from "@/components/ui/button";
import { Card, CardBody } from "@/components/ui/card";
import { showToast } from "@/components/ui/toast-store";
import { PrintButton } from "@/features/print/components/print-button";
import { formatStamp } from "@/lib/datetime/format";
import type { ServiceError } from "@/lib/http/call-service";
import { useRouter } from "@/lib/i18n/navigation";
import { renewCode } from "../transport.client";
import type { TransportCodeDto, TransportDto } from "../transport.schema";

// Loaded when it is first opened.
const ConfirmDialog = dynamic(() => import("@/components/dialog/confirm-dialog").then((file) => file.ConfirmDialog), {
  ssr: false,
});

type TransportSlipProps = {
  transport: TransportDto;
  code: TransportCodeDto;
  mayPrint: boolean;
  /** May change the transport, which has not ended. */
  mayRenew: boolean;
  now: number;
};

/** The slip on the box: what it is, whence, whither, and the code that the receiver scans. */
export function TransportSlip({ transport, code, mayPrint, mayRenew, now }: TransportSlipProps) {
  const t = useTranslations("transportFile.slip");
  const { number, consignor, consignee, consigneeContact, stops, lots, carrier, note, timeZone, customerName } =
    transport;
  const [first, last] = [stops[0], stops.at(-1)];
  const stamp = (at: number) => formatStamp(new Date(at), { timeZone }).slice(0, 16);
  const planned = last?.plannedArriveAt ?? null;
  const facts = [
    ["from", [consignor || customerName, first?.name]],
    ["to", [consignee, last?.name, consigneeContact]],
    ["by", [carrier.name]],
    ["expected", [planned === null ? null : stamp(planned)]],
    ["lots", lots.map((lot) => `${lot.productName} · ${lot.number}`)],
    ["note", [note]],
  ] as const;
  return (
    <PageBody>
      <div className="flex flex-wrap justify-end gap-2" data-print="hide">
        {mayRenew && <RenewButton transport={transport} />}
        {mayPrint && (
          <PrintButton text="print" contents={["slip"]} ids={[transport.id]} customerId={transport.customerId} />
        )}
        <Button variant="primary" onClick={() => window.print()}>
          <Printer aria-hidden="true" />
          {t("print")}
        </Button>
      </div>
      <Card className="mx-auto w-full max-w-xl break-inside-avoid">
        <CardBody className="flex flex-col gap-4">
          <header className="flex items-start justify-between gap-4">
            <div className="min-w-0">
              <p className="text-muted-foreground text-sm">{t("title")}</p>
              <h2 className="break-words font-semibold text-2xl tabular-nums">{number}</h2>
              <p className="mt-2 text-pretty text-sm">{t("scan")}</p>
            </div>
            <span className="shrink-0 rounded-md bg-white p-1">
              <img src={code.image} alt={t("code", { number })} className="size-40" />
            </span>
          </header>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 border-t pt-4 text-sm">
            {facts.flatMap(([name, values]) => {
              const known = values.filter(Boolean);
              return known.length === 0
                ? []
                : [
                    <div key={name} className="contents">
                      <dt className="text-muted-foreground">{t(name)}</dt>
                      <dd className="flex flex-col break-words">
                        {known.map((value) => (
                          <span key={value}>{value}</span>
                        ))}
                      </dd>
                    </div>,
                  ];
            })}
          </dl>
          <p className="break-all border-t pt-3 font-mono text-muted-foreground text-xs">{code.url}</p>
          <p className="text-muted-foreground text-xs tabular-nums">{t("printed", { at: stamp(now) })}</p>
        </CardBody>
      </Card>
    </PageBody>
  );
}

/** Makes the printed codes void, for a slip that was lost. */
function RenewButton({ transport: { id, number } }: { transport: TransportDto }) {
  const t = useTranslations("transportFile.slip");
  const tError = useTranslations("error");
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const renew = useMutation<TransportDto, ServiceError>({
    mutationFn: () => renewCode(id),
    onSuccess() {
      setOpen(false);
      showToast("normal", t("renewed"));
      router.refresh();
    },
  });
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <RefreshCw aria-hidden="true" />
        {t("renew")}
      </Button>
      {open && (
        <ConfirmDialog
          open
          onOpenChange={setOpen}
          title={t("renewTitle", { number })}
          description={t("renewHint")}
          confirmLabel={t("renew")}
          pending={renew.isPending}
          error={renew.error && tError(renew.error.key)}
          onConfirm={() => renew.mutate()}
        />
      )}
    </>
  );
}
