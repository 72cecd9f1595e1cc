"use client";

import { useTranslations } from "next-intl";
import { useRefresh } from "@/components/data-table/use-refresh";
import { PageBody } from "@/components/shell/page-body";
import { WindowHead } from "@/components/shell/window-head";
import type { CarrierType } from "@/db/enums";
import { RecordTab } from "../../record-time/components/record-tab";
import type { RecordDto } from "../../record-time/schema";

type RecordWindowProps = {
  id: number;
  name: string;
  type: CarrierType;
  record: RecordDto;
  from: string;
  to: string;
  today: string;
  mayEdit: boolean;
};

/** The record times of one carrier and the recorded values. */
export function RecordWindow({ id, name, type, ...rest }: RecordWindowProps) {
  const tType = useTranslations("carrier.type");
  return (
    <PageBody>
      <WindowHead title={name} href={`/newCarrierDetail?id=${id}`} note={tType(type)} />
      <RecordTab key={`${rest.from} ${rest.to}`} carrierId={id} path="/pointData" onChanged={useRefresh()} {...rest} />
    </PageBody>
  );
}
