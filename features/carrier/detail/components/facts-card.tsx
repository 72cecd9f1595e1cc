"use client";

import { useTranslations } from "next-intl";
import { DescriptionList } from "@/components/layout/description-list";
import { Card, CardBody, CardHeader, CardTitle } from "@/components/ui/card";
import { Instant } from "@/components/value/instant";
import { formatNumber, formatPlace, unitOf } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import { attributesOf } from "../../carrier.rules";
import type { CarrierDto } from "../../carrier.schema";
import { useLabels } from "../../monitoring/components/labels";

type FactsCardProps = { facts: CarrierDto; now: number; timeZone: string };

/** The fields of the carrier's form; empty ones are omitted. */
export function FactsCard({ facts, now, timeZone }: FactsCardProps) {
  const t = useTranslations("carrier-detail.facts");
  const tCarrier = useTranslations("carrier");
  const labels = useLabels();
  const locale = useValueLocale();
  const own = attributesOf(facts.type).flatMap(([name, { unit }]) => {
    const value = facts.attributes[name];
    if (value === undefined || value === "") return [];
    const text = typeof value === "number" ? formatNumber(value, locale, 0, 2) : value;
    return [{ term: tCarrier(`attribute.${name}`), value: unit ? `${text} ${unit}` : text }];
  });
  const { longitude, latitude, zones } = facts;
  const items = [
    { term: t("number"), value: String(facts.id) },
    { term: tCarrier("column.mode"), value: tCarrier(`mode.${facts.mode}`) },
    { term: tCarrier("column.workMode"), value: tCarrier(`workMode.${facts.workMode}`) },
    ...(facts.bearingType
      ? [{ term: tCarrier("column.bearingType"), value: tCarrier(`bearingType.${facts.bearingType}`) }]
      : []),
    ...zones.map((zone) => ({
      term: t("range", { measure: labels.measure(zone.measure) }),
      value: `${zone.name} · ${labels.limits(zone)} ${unitOf(zone.measure, locale)}`,
    })),
    ...(longitude !== null && latitude !== null
      ? [{ term: t("position"), value: formatPlace(longitude, latitude, 6) }]
      : []),
    ...own,
    ...facts.extension.map(({ name, value }) => ({ term: name, value: value || "–" })),
    ...(facts.description ? [{ term: t("description"), value: facts.description }] : []),
    {
      term: tCarrier("column.createdAt"),
      value: <Instant at={Date.parse(facts.createdAt)} now={now} timeZone={timeZone} />,
    },
  ];
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
      </CardHeader>
      <CardBody>
        <DescriptionList items={items} />
      </CardBody>
    </Card>
  );
}
