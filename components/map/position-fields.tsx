"use client";

import { MapPin } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useMemo, useRef, useState } from "react";
import { FormGrid, spanBoth } from "@/components/form/form-layout";
import { InputField } from "@/components/form/record-fields";
import { Button } from "@/components/ui/button";
import type { LonLat } from "@/lib/geo/coordinates";
import { isDegrees } from "@/lib/geo/degrees";
import type { MapSettings } from "@/lib/geo/map-settings";
import { typedNumber } from "@/lib/units/limits";
import { MapLoading } from "./map-frame";

const PlacePicker = dynamic(() => import("./place-picker").then((module) => module.PlacePicker), {
  ssr: false,
  loading: () => (
    <div className="h-72">
      <MapLoading />
    </div>
  ),
});

type PositionFieldsProps = {
  /** The stored position. */
  value: { longitude: number | null; latitude: number | null } | null;
  /** Precedes the names `longitude` and `latitude`, such as `stops.1.`. */
  prefix?: string;
  map: MapSettings;
  form: { issue: (path: string) => string | undefined };
};

const textOf = (degrees: number | null | undefined) => (degrees == null ? "" : String(degrees));

/** Coordinates, typed in or picked on a map. The map is loaded on demand. */
export function PositionFields({ value, prefix = "", map, form }: PositionFieldsProps) {
  const t = useTranslations("common.map");
  const fields = useRef<HTMLDivElement>(null);
  const [longitude, setLongitude] = useState(textOf(value?.longitude));
  const [latitude, setLatitude] = useState(textOf(value?.latitude));
  const [isOpen, setOpen] = useState(false);
  const [lon, lat] = [typedNumber(longitude), typedNumber(latitude)];
  const place = useMemo<LonLat | null>(() => {
    if (lon === null || lat === null || !isDegrees(lon, 180) || !isDegrees(lat, 90)) return null;
    return [lon, lat];
  }, [lon, lat]);
  const choose = ([nextLongitude, nextLatitude]: LonLat) => {
    setLongitude(String(nextLongitude));
    setLatitude(String(nextLatitude));
    // Notifies the surrounding form as typing would.
    fields.current?.querySelector("input")?.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const label = (name: "longitude" | "latitude") => ({
    form,
    name: `${prefix}${name}`,
    label: t(name),
    inputMode: "decimal" as const,
    autoComplete: "off",
  });
  return (
    <div ref={fields} className={spanBoth}>
      <FormGrid>
        <InputField {...label("longitude")} value={longitude} onChange={({ target }) => setLongitude(target.value)} />
        <InputField {...label("latitude")} value={latitude} onChange={({ target }) => setLatitude(target.value)} />
      </FormGrid>
      <Button
        size="sm"
        variant="ghost"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="-ml-2 mt-1 touch:h-11"
      >
        <MapPin aria-hidden="true" />
        {t(isOpen ? "close" : "open")}
      </Button>
      {isOpen && (
        <div className="mt-2">
          <PlacePicker settings={map} value={place} onChange={choose} />
        </div>
      )}
    </div>
  );
}
