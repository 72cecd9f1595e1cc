"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Part } from "@/components/layout/part";
import { Instant } from "@/components/value/instant";
import { Link } from "@/lib/i18n/navigation";
import { carrierPage } from "@/lib/page/carrier-page";
import { windowOf } from "@/lib/page/device-window";
import type { BindingPeriod, MountingPeriod } from "../detail.schema";
import { Nothing } from "./cards";
import { useLabels } from "./labels";

type Clock = { now: number; timeZone: string };

/** A period; without an end it is current. */
function Period({ from, to, ...clock }: Clock & { from: number; to: number | null }) {
  const t = useTranslations("device.detail");
  return (
    <span className="whitespace-nowrap text-muted-foreground text-xs">
      {to === null
        ? t.rich("since", { from: () => <Instant at={from} {...clock} /> })
        : t.rich("period", {
            from: () => <Instant at={from} {...clock} />,
            to: () => <Instant at={to} {...clock} />,
          })}
    </span>
  );
}

type LineProps = { isCurrent: boolean; period: ReactNode; actions: ReactNode; children: ReactNode };

/** A period on one line. The current one has actions at its end. */
function Line({ isCurrent, period, actions, children }: LineProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b py-2 text-sm last:border-b-0">
      <span className={`flex min-w-0 flex-wrap items-baseline gap-x-2 ${isCurrent ? "font-medium" : ""}`}>
        {children}
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="max-sm:basis-full">{period}</span>
        {actions}
      </span>
    </li>
  );
}

/** Name of a carrier; a link if the account may open it. */
function Place({ id, name, opens }: { id: number; name: string; opens: boolean }) {
  if (!opens) return <span className="wrap-anywhere">{name}</span>;
  return (
    <Link href={carrierPage(id)} prefetch={false} className="wrap-anywhere hover:text-primary">
      {name}
    </Link>
  );
}

type CardProps<Row> = Clock & {
  aside?: ReactNode;
  /** Whether the account may open carriers. */
  opens: boolean;
  actionsOf: (row: Row) => ReactNode;
};

/** Mountings of its probes, newest first. */
export function MountingsCard(props: CardProps<MountingPeriod> & { mountings: readonly MountingPeriod[] }) {
  const { mountings, aside, opens, actionsOf, ...clock } = props;
  const t = useTranslations("device.detail");
  const labels = useLabels();
  return (
    <Part title={t("mountings")} aside={aside}>
      {mountings.length === 0 ? (
        <Nothing text="noMountings" />
      ) : (
        <ul className="-my-2">
          {mountings.map((row) => (
            <Line
              key={`${row.carrierId} ${row.mountedAt} ${row.unmountedAt}`}
              isCurrent={row.unmountedAt === null}
              period={<Period from={row.mountedAt} to={row.unmountedAt} {...clock} />}
              actions={actionsOf(row)}
            >
              <Place id={row.carrierId} name={row.carrierName} opens={opens} />
              <span className="font-normal text-faint-foreground text-xs">
                {row.measures.map(labels.measure).join(" · ")}
              </span>
            </Line>
          ))}
        </ul>
      )}
    </Part>
  );
}

/** Bindings of the whole device, newest first. */
export function BindingsCard(props: CardProps<BindingPeriod> & { bindings: readonly BindingPeriod[] }) {
  const { bindings, aside, opens, actionsOf, ...clock } = props;
  const t = useTranslations("device.detail");
  return (
    <Part title={t("bindings")} aside={aside}>
      {bindings.length === 0 ? (
        <Nothing text="noBindings" />
      ) : (
        <ul className="-my-2">
          {bindings.map((row) => {
            const { id, state, carrier, partner, boundAt, unboundAt } = row;
            return (
              <Line
                key={id}
                isCurrent={unboundAt === null}
                period={<Period from={boundAt} to={unboundAt} {...clock} />}
                actions={actionsOf(row)}
              >
                {carrier && <Place {...carrier} opens={opens} />}
                {partner && (
                  <Link href={windowOf(partner.kind, partner.id)} target="_blank" className="hover:text-primary">
                    {`${t(partner.kind === "base" ? "embeddedIn" : "holds")} ${partner.name}`}
                  </Link>
                )}
                <span className="font-normal text-faint-foreground text-xs">{t(`bindingState.${state}`)}</span>
              </Line>
            );
          })}
        </ul>
      )}
    </Part>
  );
}
