"use client";

import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDeferredValue, useId, useState, useTransition } from "react";
import type { TimeRange } from "@/components/chart/zoom";
import { EmptyState } from "@/components/layout/empty-state";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { useRouter } from "@/lib/i18n/navigation";
import { formatReading } from "@/lib/units/format";
import { useValueLocale } from "@/lib/units/units-context";
import type { Choice, ChoicesDto } from "../../ingest/probe.schema";
import { choicesQuery } from "../history.client";
import { MAXIMUM_PROBES, tickedAtFirst } from "../limits.rules";

export type ProbeChooserProps = {
  /** The server's result for an empty search. */
  initial?: ChoicesDto;
  chosen: readonly number[];
  /** Preserved when other probes are shown; without one, the window chooses. */
  range?: TimeRange;
  isInSheet?: boolean;
  /** The screen that shows the probes, and the call that lists them; those of the history by default. */
  path?: string;
  choicesOf?: typeof choicesQuery;
  /** Further parameters of the address. */
  keep?: Readonly<Record<string, string>>;
  onChosen?: () => void;
  className?: string;
};

/** Carriers and their probes to select; confirming opens their address. */
export function ProbeChooser(props: ProbeChooserProps) {
  const { initial, chosen, range, isInSheet = false, onChosen, className } = props;
  const { path = "/historyData", choicesOf = choicesQuery, keep = {} } = props;
  const t = useTranslations("history.choose");
  const router = useRouter();
  const searchId = useId();
  const [text, setText] = useState("");
  const q = useDeferredValue(text.trim());
  const [ticked, setTicked] = useState(() => (chosen.length > 0 ? chosen : tickedAtFirst(initial)));
  const [pending, startTransition] = useTransition();
  const { data, isPlaceholderData } = useQuery({
    ...choicesOf(q),
    ...(q === "" && initial && { initialData: initial }),
  });
  const toggle = (ids: readonly number[], isOn: boolean) => {
    const others = ticked.filter((id) => !ids.includes(id));
    setTicked(isOn ? [...others, ...ids].slice(0, MAXIMUM_PROBES) : others);
  };
  const show = () => {
    const query = new URLSearchParams({ ...keep, probeIds: ticked.join(",") });
    if (range) {
      query.set("from", new Date(range.from).toISOString());
      query.set("to", new Date(range.to).toISOString());
    }
    startTransition(() => {
      router.push(`${path}?${query}`);
      onChosen?.();
    });
  };
  const isFull = ticked.length >= MAXIMUM_PROBES;
  return (
    <div className={cn("flex min-h-0 flex-1 flex-col", className)}>
      <div className="flex flex-col gap-3 border-b p-4">
        {!isInSheet && (
          <div>
            <h2 className="font-semibold text-lg">{t("title")}</h2>
            <p className="text-muted-foreground text-sm">{t("hint", { maximum: MAXIMUM_PROBES })}</p>
          </div>
        )}
        <search className="relative">
          <label htmlFor={searchId} className="sr-only">
            {t("search")}
          </label>
          <Search
            aria-hidden="true"
            className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-2.5 size-4 text-muted-foreground"
          />
          <Input
            id={searchId}
            type="search"
            className="pl-8"
            placeholder={t("search")}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </search>
      </div>
      <div
        className={cn("min-h-64 flex-1 overflow-y-auto px-2 py-1", isPlaceholderData && "opacity-60")}
        aria-busy={isPlaceholderData || undefined}
      >
        {!data && Array.from({ length: 6 }, (_, index) => <Skeleton key={`carrier-${index}`} className="m-2 h-8" />)}
        {data?.items.length === 0 && <EmptyState title={t("none")}>{t("noneHint")}</EmptyState>}
        {data && data.items.length > 0 && (
          <ul>
            {data.items.map((carrier) => (
              <CarrierChoice
                key={carrier.carrierId}
                carrier={carrier}
                ticked={ticked}
                isFull={isFull}
                onToggle={toggle}
              />
            ))}
          </ul>
        )}
        {data?.hasMore && <p className="px-2 py-3 text-muted-foreground text-sm">{t("more")}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t p-3">
        <p aria-live="polite" className="mr-auto text-muted-foreground text-sm tabular-nums">
          {t("chosen", { count: ticked.length, maximum: MAXIMUM_PROBES })}
          {isFull && <span className="block text-warning">{t("full")}</span>}
        </p>
        <Button variant="ghost" disabled={ticked.length === 0} onClick={() => setTicked([])}>
          {t("clear")}
        </Button>
        <Button variant="primary" disabled={ticked.length === 0} loading={pending} onClick={show}>
          {t("show")}
        </Button>
      </div>
    </div>
  );
}

type CarrierChoiceProps = {
  carrier: Choice;
  ticked: readonly number[];
  isFull: boolean;
  onToggle: (probeIds: readonly number[], isOn: boolean) => void;
};

function CarrierChoice({ carrier: { name, probes }, ticked, isFull, onToggle }: CarrierChoiceProps) {
  const t = useTranslations("history");
  const locale = useValueLocale();
  const id = useId();
  const ids = probes.map(({ probeId }) => probeId);
  const count = ids.filter((probeId) => ticked.includes(probeId)).length;
  const isAll = count === ids.length;
  return (
    <li className="border-b py-1 last:border-b-0">
      <div className="flex items-center gap-2 px-2">
        <Checkbox
          id={`${id}-all`}
          checked={isAll}
          ref={(element) => {
            if (element) element.indeterminate = count > 0 && !isAll;
          }}
          disabled={isFull && count === 0}
          onChange={(event) => onToggle(ids, event.target.checked)}
        />
        <label htmlFor={`${id}-all`} className="min-w-0 flex-1 truncate py-1.5 font-medium touch:py-3">
          {name}
        </label>
      </div>
      <ul className="flex flex-wrap gap-x-4 pl-8">
        {probes.map(({ probeId, measure, serialNumber, minimum, maximum }) => {
          const isTicked = ticked.includes(probeId);
          const text = (value: number) => formatReading(value, measure, locale).number;
          const limits =
            minimum !== null && maximum !== null
              ? `${text(minimum)} – ${formatReading(maximum, measure, locale).text}`
              : null;
          return (
            <li key={probeId} className="flex items-center gap-1.5">
              <Checkbox
                id={`${id}-${probeId}`}
                checked={isTicked}
                disabled={isFull && !isTicked}
                onChange={(event) => onToggle([probeId], event.target.checked)}
              />
              <label htmlFor={`${id}-${probeId}`} className="py-1 text-sm touch:py-3">
                {t(`measure.${measure}`)}
                <span className="ml-1.5 text-faint-foreground text-xs tabular-nums">
                  {serialNumber}
                  {limits && ` · ${limits}`}
                </span>
              </label>
            </li>
          );
        })}
      </ul>
    </li>
  );
}
