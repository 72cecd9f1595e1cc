import { type ComponentProps, useMemo } from "react";
import { Select } from "@/components/ui/select";
import { formatOffset } from "@/lib/datetime/format";
import type { ControlProps } from "./field";

type TimeZoneSelectProps = Partial<ControlProps> &
  Pick<ComponentProps<typeof Select>, "onChange"> & { name: string; defaultValue: string; now: number };

/** The zones that the browser supports, by continent; a value that is an alias is kept as it is. */
function zonesWith(value: string): Map<string, string[]> {
  const known = Intl.supportedValuesOf("timeZone");
  const zones = [...new Set(["UTC", ...known, value])].sort();
  const groups = new Map<string, string[]>();
  for (const zone of zones) {
    const group = zone.includes("/") ? (zone.split("/")[0] as string) : "UTC";
    groups.set(group, [...(groups.get(group) ?? []), zone]);
  }
  return groups;
}

/** A time zone by its IANA name, with its UTC offset at `now` (epoch ms). */
export function TimeZoneSelect({ defaultValue, now, ...control }: TimeZoneSelectProps) {
  const groups = useMemo(() => zonesWith(defaultValue), [defaultValue]);
  return (
    <Select defaultValue={defaultValue} {...control}>
      {[...groups].map(([group, zones]) => (
        <optgroup key={group} label={group}>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {`${zone.replaceAll("_", " ")} · ${formatOffset(new Date(now), zone)}`}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  );
}
