"use client";

import { useQuery } from "@tanstack/react-query";
import { Crosshair, MapPin } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { MultiSelect } from "@/components/form/multi-select";
import { Button } from "@/components/ui/button";
import type { LonLat } from "@/lib/geo/coordinates";
import { storedPlace } from "@/lib/geo/degrees";
import type { MapSettings } from "@/lib/geo/map-settings";
import { DragHandle } from "./drag-handle";
import { nameField } from "./map-style";
import { type MapHandle, MapView } from "./map-view";
import { type NamedPlace, namedPlaces, placesLike, typedPlace } from "./place-search";

const OFFERED = 8;
/** The zoom at a chosen position, and at one found by name. */
const NEAR_ZOOM = 13;
const FOUND_ZOOM = { province: 6, prefecture: 8 } as const;

type PlacePickerProps = {
  settings: MapSettings;
  value: LonLat | null;
  onChange: (place: LonLat) => void;
};

/** A map to choose a position: by press, drag, arrow keys, name or coordinates. */
export function PlacePicker({ settings, value, onChange }: PlacePickerProps) {
  const t = useTranslations("common.map");
  const map = useRef<MapHandle>(null);
  const [middle, setMiddle] = useState<LonLat | null>(null);
  // The position during a drag, before the pointer is released.
  const [draft, setDraft] = useState<LonLat | null>(null);
  const own = useRef(value);
  const choose = (place: LonLat) => {
    own.current = storedPlace(place);
    setDraft(null);
    onChange(own.current);
  };
  useEffect(() => {
    // A position typed beside the map moves the map.
    if (value && (value[0] !== own.current?.[0] || value[1] !== own.current[1])) map.current?.goTo(value);
    own.current = value;
  }, [value]);
  const shown = draft ?? value;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start gap-2">
        <PlaceSearch
          onFind={(place, zoom) => map.current?.goTo(place, zoom)}
          onPlace={(place) => {
            choose(place);
            map.current?.goTo(place, NEAR_ZOOM);
          }}
        />
        <Button disabled={middle === null} onClick={() => middle && choose(middle)} className="max-sm:w-full">
          <Crosshair aria-hidden="true" />
          {t("useMiddle")}
        </Button>
      </div>
      <div className="relative h-72 overflow-hidden rounded-md border max-sm:h-[55dvh]">
        <MapView
          settings={settings}
          label={t("pick")}
          center={value ?? undefined}
          zoom={value ? NEAR_ZOOM : undefined}
          handle={map}
          cursor="crosshair"
          onPress={choose}
          onRest={({ center }) => setMiddle(center)}
        >
          {shown && (
            <DragHandle
              place={shown}
              label={t("picked")}
              anchor="bottom"
              onMove={setDraft}
              onMoved={choose}
              className="block cursor-grab rounded-md text-primary focus-visible:outline-2 focus-visible:outline-ring active:cursor-grabbing"
            >
              <MapPin aria-hidden="true" className="size-8 translate-y-[8%] fill-card drop-shadow-md touch:size-10" />
            </DragHandle>
          )}
        </MapView>
        <Crosshair
          aria-hidden="true"
          className="-translate-x-1/2 -translate-y-1/2 pointer-events-none absolute top-1/2 left-1/2 size-5 text-muted-foreground/70"
        />
      </div>
      <p className="text-muted-foreground text-xs">{t("pickHint")}</p>
    </div>
  );
}

type PlaceSearchProps = { onFind: (place: LonLat, zoom: number) => void; onPlace: (place: LonLat) => void };

/** Searches provinces and prefectures by name, and positions by coordinates. */
function PlaceSearch({ onFind, onPlace }: PlaceSearchProps) {
  const t = useTranslations("common.map");
  const locale = useLocale();
  const id = useId();
  const [query, setQuery] = useState("");
  const [isAsked, setAsked] = useState(false);
  const { data, isFetching } = useQuery({
    queryKey: ["basemap", "places"],
    queryFn: async ({ signal }) => namedPlaces(await (await fetch("/basemap/places.json", { signal })).json()),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isAsked,
  });
  const wanted = useDeferredValue(query);
  const found = useMemo(() => placesLike(data ?? [], wanted, OFFERED), [data, wanted]);
  const typed = typedPlace(query);
  const nameOf = ({ names }: NamedPlace) => names[nameField(locale)] ?? "";
  const numbers = ([longitude, latitude]: LonLat) => `${latitude}, ${longitude}`;
  const options = typed
    ? [{ value: "typed", label: numbers(typed) }]
    : found.map((one, index) => ({ value: String(index), label: nameOf(one), hint: numbers(one.place) }));
  return (
    <div className="min-w-0 grow basis-56">
      <MultiSelect
        control={{ id, "aria-label": t("search") }}
        single
        value={[]}
        onChange={([option]) => {
          const one = found[Number(option?.value)];
          if (typed) onPlace(typed);
          else if (one) onFind(one.place, one.rank === 1 ? FOUND_ZOOM.province : FOUND_ZOOM.prefecture);
        }}
        options={options}
        query={query}
        onQuery={setQuery}
        pending={isFetching}
        onFocus={() => setAsked(true)}
        texts={{
          placeholder: t("searchHint"),
          none: t(query.trim() === "" ? "searchHint" : "nothingFound"),
          remove: () => "",
        }}
      />
    </div>
  );
}
