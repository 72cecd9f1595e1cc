"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CopyButton } from "@/components/form/copy-button";
import { PageBody } from "@/components/shell/page-body";
import { Input } from "@/components/ui/input";
import type { Property } from "../detail.schema";
import type { DeviceDto } from "../device.schema";

type PropertyListProps = { device: DeviceDto; properties: readonly Property[] };

const GROUPS = ["device", "settings", "applied", "reported", "probe"] as const;

/** All stored data of a device, searchable and copyable. */
export function PropertyList({ device, properties }: PropertyListProps) {
  const t = useTranslations("device");
  const [query, setQuery] = useState("");
  const words = query.trim().toLocaleLowerCase();
  const found = properties.filter(({ name, value }) => `${name} ${value}`.toLocaleLowerCase().includes(words));
  const text = found.map(({ group, name, value }) => `${group}.${name}\t${value}`).join("\n");
  return (
    <PageBody>
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h2 className="break-words font-semibold text-xl">{device.name}</h2>
          <p className="text-muted-foreground text-sm">{`${t(`kind.${device.kind}`)} · ${device.serialNumber}`}</p>
        </div>
        <div className="flex items-center gap-2 max-sm:w-full">
          <span className="relative min-w-0 flex-1 sm:w-72">
            <Search
              aria-hidden="true"
              className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-2.5 size-4 text-muted-foreground"
            />
            <Input
              type="search"
              aria-label={t("property.search")}
              placeholder={t("property.search")}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              className="pl-8"
            />
          </span>
          <CopyButton text={text} label={t("property.copyAll")}>
            {t("property.copyAll")}
          </CopyButton>
        </div>
      </header>
      <p aria-live="polite" className="text-muted-foreground text-xs tabular-nums">
        {found.length === 0 ? t("property.none") : t("property.found", { count: found.length })}
      </p>
      {GROUPS.map((group) => {
        const rows = found.filter((one) => one.group === group);
        if (rows.length === 0) return null;
        return (
          <section key={group} className="rounded-lg border bg-card">
            <h3 className="border-b px-4 py-2.5 font-semibold text-base">{t(`property.group.${group}`)}</h3>
            <dl className="px-4">
              {rows.map(({ name, value }) => (
                <div
                  key={name}
                  className="grid items-center gap-x-4 border-b py-1 text-sm last:border-b-0 sm:grid-cols-[minmax(10rem,1fr)_2fr]"
                >
                  <dt className="break-all font-mono text-muted-foreground text-xs">{name}</dt>
                  <dd className="flex min-w-0 items-center justify-between gap-2">
                    <span className="min-w-0 break-all font-mono text-xs">{value || "–"}</span>
                    <CopyButton text={value} label={t("property.copy", { name })} size="icon-sm" variant="ghost" />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        );
      })}
    </PageBody>
  );
}
