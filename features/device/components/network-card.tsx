"use client";

import { useTranslations } from "next-intl";
import { DescriptionList } from "@/components/layout/description-list";
import { Part } from "@/components/layout/part";
import type { NetworkFact } from "../detail.schema";
import { Nothing } from "./cards";

/** Facts that are addresses, which are compared digit by digit. */
const ADDRESSES: ReadonlySet<string> = new Set([
  "ieee",
  "longAddress",
  "shortAddress",
  "panId",
  "ip",
  "wanIp",
  "lanIp",
]);

/** What a gateway has reported of its networks and its power. */
export function NetworkCard({ facts }: { facts: readonly NetworkFact[] }) {
  const t = useTranslations("device.network");
  const textOf = ({ key, value }: NetworkFact): string => {
    if (typeof value === "boolean") return t(value ? "on" : "off");
    const word = `state.${value}`;
    if (typeof value === "string" && t.has(word as never)) return t(word as never);
    return key === "lteSignalDbm" ? `${value} dBm` : key === "batteryPercent" ? `${value} %` : String(value);
  };
  return (
    <Part title={t("title")}>
      {facts.length === 0 ? (
        <Nothing text="noNetwork" />
      ) : (
        <DescriptionList
          items={facts.map((fact) => ({
            term: t(`field.${fact.key}`),
            value: <span className={ADDRESSES.has(fact.key) ? "break-all font-mono" : undefined}>{textOf(fact)}</span>,
          }))}
        />
      )}
    </Part>
  );
}
