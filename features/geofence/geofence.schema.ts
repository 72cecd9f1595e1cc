import { z } from "zod";
import { GEOFENCE_SHAPES, type GeofenceShape } from "@/db/enums";
import { listQuery } from "@/lib/resource/list-query";
import { lineText, optionalMultilineText, recordId, requiredText } from "@/lib/validation/fields";
import { CORNERS, crossesItself, RADIUS_METRES } from "./geofence.rules";

/** Target of a geofence: the carriers of a node and its descendants, or one carrier. */
export const TARGET_KINDS = ["scene", "carrier"] as const;
const Target = z.strictObject({ kind: z.enum(TARGET_KINDS), id: recordId() });
export type GeofenceTarget = z.output<typeof Target>;
export const keyOf = ({ kind, id }: GeofenceTarget): string => `${kind}:${id}`;

const MAXIMUM_TARGETS = 200;
const Longitude = z.number().min(-180).max(180);
const Latitude = z.number().min(-90).max(90);

/** A geofence: centre and radius of a circle, or corners of a polygon. Without targets it watches all carriers. */
export const GeofenceInput = z
  .strictObject({
    customerId: recordId().optional(),
    name: requiredText(30),
    description: optionalMultilineText(255),
    shape: z.enum(GEOFENCE_SHAPES),
    longitude: Longitude.nullish(),
    latitude: Latitude.nullish(),
    radiusMetres: z.number().int().min(RADIUS_METRES.minimum).max(RADIUS_METRES.maximum).nullish(),
    points: z
      .array(z.tuple([Longitude, Latitude]))
      .min(CORNERS.minimum)
      .max(CORNERS.maximum)
      .nullish(),
    isEnabled: z.boolean().default(true),
    /** A vehicle that leaves it and is in no transport begins one. */
    startsTransport: z.boolean().default(false),
    targets: z
      .array(Target)
      .max(MAXIMUM_TARGETS)
      .transform((targets) => [...new Map(targets.map((target) => [keyOf(target), target])).values()])
      .default([]),
  })
  .superRefine(({ shape, points, ...circle }, context) => {
    const need = (path: string) =>
      context.addIssue({ code: "custom", path: [path], params: { rule: "required" }, message: "required" });
    if (shape === "polygon" && !points) need("points");
    if (shape === "polygon" && points && crossesItself(points)) {
      const message = "sides must not cross";
      context.addIssue({ code: "custom", path: ["points"], params: { rule: "crossingSides" }, message });
    }
    if (shape === "circle")
      for (const path of ["longitude", "latitude", "radiusMetres"] as const) if (circle[path] == null) need(path);
  });
export type GeofenceInput = z.output<typeof GeofenceInput>;

const Flag = z.enum(["true", "false"]).transform((value) => value === "true");

export const GeofenceListQuery = listQuery({
  sort: ["name", "createdAt"],
  filters: {
    shape: z.enum(GEOFENCE_SHAPES).optional(),
    isEnabled: Flag.optional(),
    customerId: recordId().optional(),
  },
});
export type GeofenceListQuery = z.output<typeof GeofenceListQuery>;

export type GeofenceTargetDto = GeofenceTarget & { name: string };

export type GeofenceDto = {
  id: number;
  customerId: number;
  customerName: string;
  name: string;
  description: string;
  shape: GeofenceShape;
  longitude: number | null;
  latitude: number | null;
  radiusMetres: number | null;
  points: [number, number][] | null;
  isEnabled: boolean;
  startsTransport: boolean;
  /** The visible targets; a geofence without targets of either kind watches all carriers. */
  targets: GeofenceTargetDto[];
  hiddenTargets: number;
  /** Number of visible carriers inside. */
  insideCount: number;
  createdAt: string;
  version: number;
};

export const GeofenceChoiceQuery = z.strictObject({
  q: lineText(100).optional(),
  customerId: recordId().optional(),
});
export type GeofenceChoiceQuery = z.output<typeof GeofenceChoiceQuery>;

/** A possible target; `place` is its node. */
export type GeofenceChoiceDto = GeofenceTargetDto & { customerId: number; customerName: string; place: string | null };
