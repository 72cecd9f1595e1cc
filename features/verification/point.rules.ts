import { POINT_CLASSES, type PointClass, type VerificationObject } from "@/db/verification-enums";

/** Size in metres, and how many of what is in the space; `probes` are mounted permanently. */
export type Space = {
  lengthMetres: number;
  widthMetres: number;
  heightMetres: number;
  fans: number;
  doors: number;
  deadCorners: number;
  racks: number;
  probes: number;
};

/** How many points a space needs; see `verification_preset` for the columns. */
export type PointRule = {
  uniformMinimum: number;
  horizontalMetres: number | null;
  verticalMetres: number | null;
  perVolumePoints: number | null;
  volumeCubicMetres: number | null;
  perFan: number;
  perDoor: number;
  perDeadCorner: number;
  perRack: number;
  perProbe: number;
  outside: number;
};

export type ShippedRule = PointRule & { code: string; object: VerificationObject; source: string };

const GSP = "GSP appendix 5 (secondary sources)";
const each = { perFan: 5, perDoor: 5, perDeadCorner: 3, perRack: 3, perProbe: 1, outside: 1 };
const few = { perFan: 1, perDoor: 1, perDeadCorner: 0, perRack: 0, perProbe: 1, outside: 1 };
const anyVolume = { perVolumePoints: null, volumeCubicMetres: null };

/**
 * The shipped rules. All figures are from secondary sources or practice and must be checked against the text that
 * applies: at least 9 points, at most 5 m apart in the plane and 2 m in height; vehicles 9 for each 20 m³; boxes 5. EN
 * 60068-3-5, 9 points up to 2 m³ and 15 beyond, is for climatic chambers.
 */
export const SHIPPED_RULES: readonly ShippedRule[] = [
  {
    ...{ code: "gsp_cold_store", object: "coldStore", source: GSP, uniformMinimum: 9 },
    ...{ horizontalMetres: 5, verticalMetres: 2, ...anyVolume, ...each },
  },
  {
    ...{ code: "gsp_vehicle", object: "vehicle", source: GSP, uniformMinimum: 9, horizontalMetres: null },
    ...{ verticalMetres: null, perVolumePoints: 9, volumeCubicMetres: 20, ...each, perDeadCorner: 1, perRack: 0 },
  },
  {
    ...{ code: "gsp_box", object: "box", source: GSP, uniformMinimum: 5, horizontalMetres: null },
    ...{ verticalMetres: null, ...anyVolume, ...few, perFan: 0 },
  },
  {
    ...{ code: "chamber_fridge", object: "fridge", source: "EN 60068-3-5 (secondary sources)", uniformMinimum: 9 },
    ...{ horizontalMetres: null, verticalMetres: null, perVolumePoints: null, volumeCubicMetres: null, ...few },
  },
];

const cells = (metres: number, longest: number | null) => (longest === null ? 1 : Math.ceil(metres / longest));

export const volumeOf = ({ lengthMetres, widthMetres, heightMetres }: Space): number =>
  lengthMetres * widthMetres * heightMetres;

/** How many points of each class a space needs by a rule. */
export function requiredOf(rule: PointRule, space: Space): Record<PointClass, number> {
  const spaced =
    cells(space.lengthMetres, rule.horizontalMetres) *
    cells(space.widthMetres, rule.horizontalMetres) *
    cells(space.heightMetres, rule.verticalMetres);
  const byVolume =
    rule.perVolumePoints === null || rule.volumeCubicMetres === null
      ? 0
      : rule.perVolumePoints * Math.ceil(volumeOf(space) / rule.volumeCubicMetres);
  return {
    uniform: Math.max(rule.uniformMinimum, spaced, byVolume),
    fanOutlet: rule.perFan * space.fans,
    door: rule.perDoor * space.doors,
    deadCorner: rule.perDeadCorner * space.deadCorners,
    rack: rule.perRack * space.racks,
    permanent: rule.perProbe * space.probes,
    outside: rule.outside,
  };
}

export type Missing = { pointClass: PointClass; required: number; placed: number };

/** The classes of which there are too few points. */
export function missingOf(
  required: Record<PointClass, number>,
  points: readonly { pointClass: PointClass }[],
): Missing[] {
  return POINT_CLASSES.flatMap((pointClass) => {
    const placed = points.filter((point) => point.pointClass === pointClass).length;
    const own = required[pointClass];
    return placed < own ? [{ pointClass, required: own, placed }] : [];
  });
}

/** The share of the drawn plan that is outside of the walls, on each side. */
export const PLAN_MARGIN = 0.1;
const INNER = 1 - 2 * PLAN_MARGIN;
const inside = (share: number) => PLAN_MARGIN + INNER * share;
/** Points in the open are this far from the floor, and from the ceiling. */
const HEIGHTS = { low: 0.15, high: 0.85 };

export type Suggested = { pointClass: PointClass; x: number; y: number; heightMetres: number };

/** `count` places in columns and rows over the plan and in layers over the height, by the proportions of the space. */
function spread(count: number, space: Space, rule: PointRule): Suggested[] {
  const layers = Math.min(
    count,
    rule.verticalMetres === null ? Math.min(3, count) : cells(space.heightMetres, rule.verticalMetres),
  );
  const onLayer = Math.ceil(count / layers);
  const least = cells(space.lengthMetres, rule.horizontalMetres);
  const wanted = Math.round(Math.sqrt((onLayer * space.lengthMetres) / space.widthMetres));
  const columns = Math.min(onLayer, Math.max(1, least, wanted));
  const rows = Math.ceil(onLayer / columns);
  return Array.from({ length: count }, (_, index) => {
    const [layer, place] = [Math.floor(index / onLayer), index % onLayer];
    const share = layers === 1 ? 0.5 : HEIGHTS.low + ((HEIGHTS.high - HEIGHTS.low) * layer) / (layers - 1);
    return {
      pointClass: "uniform",
      x: inside(((place % columns) + 0.5) / columns),
      y: inside((Math.floor(place / columns) + 0.5) / rows),
      heightMetres: round(space.heightMetres * share),
    };
  });
}

const round = (metres: number) => Math.round(metres * 100) / 100;
const CORNERS = [
  [0.04, 0.04],
  [0.96, 0.04],
  [0.04, 0.96],
  [0.96, 0.96],
] as const;

/** Where points of a class can be: fans at the upper wall, doors at the lower one, racks in columns between them. */
function place(pointClass: PointClass, index: number, count: number, space: Space): Suggested {
  const along = inside((index + 0.5) / count);
  const [low, middle, high] = [0.15, 0.5, 0.85].map((share) => round(space.heightMetres * share)) as [
    ...[number, number, number],
  ];
  switch (pointClass) {
    case "fanOutlet":
      return { pointClass, x: along, y: inside(0.1), heightMetres: high };
    case "door":
      return { pointClass, x: along, y: inside(0.92), heightMetres: middle };
    case "deadCorner": {
      const [x, y] = CORNERS[index % CORNERS.length] as (typeof CORNERS)[number];
      const layer = Math.floor(index / CORNERS.length);
      const heights = [low, high, middle];
      return { pointClass, x: inside(x), y: inside(y), heightMetres: heights[layer % 3] as number };
    }
    case "rack":
      return {
        pointClass,
        x: along,
        y: inside(0.35 + 0.3 * (index % 2)),
        heightMetres: [low, middle, high][index % 3] as number,
      };
    case "permanent":
      return { pointClass, x: inside(0.97), y: along, heightMetres: middle };
    case "outside":
      return { pointClass, x: along, y: PLAN_MARGIN / 2, heightMetres: middle };
    default:
      return { pointClass: "uniform", x: along, y: along, heightMetres: middle };
  }
}

/** A first plan with as many points as are required; somebody who knows the space moves them. */
export function suggestPoints(rule: PointRule, space: Space): Suggested[] {
  const required = requiredOf(rule, space);
  return POINT_CLASSES.flatMap((pointClass) =>
    pointClass === "uniform"
      ? spread(required.uniform, space, rule)
      : Array.from({ length: required[pointClass] }, (_, index) =>
          place(pointClass, index, required[pointClass], space),
        ),
  );
}

const LETTERS: Record<PointClass, string> = {
  ...{ uniform: "U", fanOutlet: "F", door: "D", deadCorner: "C", rack: "R", permanent: "P", outside: "O" },
};

/** The next free label of a class, such as `U3`. */
export function labelFor(pointClass: PointClass, taken: readonly string[]): string {
  const used = new Set(taken.map((label) => label.toUpperCase()));
  let number = 1;
  while (used.has(`${LETTERS[pointClass]}${number}`)) number += 1;
  return `${LETTERS[pointClass]}${number}`;
}
