"use client";

import { useQuery } from "@tanstack/react-query";
import { GripVertical, LocateFixed, MapPinPlus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type HTMLAttributes, useDeferredValue, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { CarrierIcon } from "@/components/value/carrier-icon";
import { candidatesQuery } from "../client";
import type { Candidate } from "../schema";

type CarrierListProps = {
  sceneId: number;
  placed: ReadonlySet<number>;
  /** Pointer handlers for dragging an item onto the image. */
  handlersOf: (item: Candidate) => HTMLAttributes<HTMLElement>;
  onPlace: (item: Candidate) => void;
  onFind: (carrierId: number) => void;
  onTakeOff: (carrierId: number) => void;
};

/** The customer's carriers, searchable by name, to be placed on the plan; those of the plan's own node come first. */
export function CarrierList({ sceneId, placed, handlersOf, onPlace, onFind, onTakeOff }: CarrierListProps) {
  const t = useTranslations("scene.editor");
  const [query, setQuery] = useState("");
  const q = useDeferredValue(query.trim());
  const { data } = useQuery(candidatesQuery(sceneId, q));
  const rest = data ? data.total - data.items.length : 0;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      <Input
        type="search"
        aria-label={t("search")}
        placeholder={t("search")}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <p className="text-muted-foreground text-xs max-md:hidden">{t("listHint")}</p>
      {!data ? (
        <Skeleton className="min-h-24 flex-1" />
      ) : data.items.length === 0 ? (
        <p className="py-4 text-center text-muted-foreground text-sm">{t("none")}</p>
      ) : (
        <ul aria-label={t("list")} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          {data.items.map((item) => {
            const isPlaced = placed.has(item.carrierId);
            return (
              <li
                key={item.carrierId}
                className="flex min-h-10 items-center gap-1 rounded-md hover:bg-row-hover touch:min-h-11"
              >
                <span
                  className={`flex min-w-0 flex-1 select-none items-center gap-2 py-1 ${isPlaced ? "text-muted-foreground" : "cursor-grab touch-none"}`}
                  data-candidate={item.carrierId}
                  {...(!isPlaced && handlersOf(item))}
                >
                  <GripVertical
                    aria-hidden="true"
                    className={`size-4 shrink-0 text-faint-foreground ${isPlaced ? "invisible" : ""}`}
                  />
                  <CarrierIcon type={item.type} />
                  <span className="min-w-0">
                    <span title={item.name} className="block truncate">
                      {item.name}
                    </span>
                    <span className="block truncate text-faint-foreground text-xs">{item.sceneName}</span>
                  </span>
                </span>
                {isPlaced ? (
                  <>
                    <Tool label={t("find", { name: item.name })} onClick={() => onFind(item.carrierId)}>
                      <LocateFixed aria-hidden="true" />
                    </Tool>
                    <Tool label={t("takeOff", { name: item.name })} onClick={() => onTakeOff(item.carrierId)}>
                      <X aria-hidden="true" />
                    </Tool>
                  </>
                ) : (
                  <Tool label={t("place", { name: item.name })} onClick={() => onPlace(item)}>
                    <MapPinPlus aria-hidden="true" />
                  </Tool>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {rest > 0 && <p className="text-muted-foreground text-xs">{t("more", { count: rest })}</p>}
    </div>
  );
}

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: React.ReactNode }) {
  return (
    <Button variant="ghost" size="icon-sm" aria-label={label} title={label} onClick={onClick}>
      {children}
    </Button>
  );
}
