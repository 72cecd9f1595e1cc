import type { HomeStyle } from "@/db/enums";

/** Lines and boxes on a 96 × 60 grid that sketch the layout of a style. */
const SKETCH: Record<HomeStyle, React.ReactNode> = {
  map: (
    <>
      <path d="M4 44 24 30l14 8 16-18 12 10" className="fill-none stroke-border-strong" strokeWidth="2" />
      <circle cx="24" cy="30" r="4" className="fill-normal-solid" />
      <circle cx="54" cy="20" r="4" className="fill-critical-solid" />
      <circle cx="40" cy="46" r="4" className="fill-normal-solid" />
    </>
  ),
  list: [0, 1, 2, 3, 4].map((row) => (
    <g key={row}>
      <rect
        x="4"
        y={16 + row * 9}
        width="3"
        height="6"
        className={row === 0 ? "fill-critical-solid" : "fill-normal-solid"}
      />
      <rect x="10" y={17 + row * 9} width="30" height="4" className="fill-border-strong" />
      <rect x="48" y={17 + row * 9} width="14" height="4" className="fill-muted-foreground" />
    </g>
  )),
  statistics: [10, 18, 7, 24, 14, 30, 21].map((height, bar) => (
    <rect
      key={bar * 9}
      x={5 + bar * 9}
      y={56 - height}
      width="6"
      height={height}
      className={bar === 3 ? "fill-warning-solid" : "fill-primary"}
    />
  )),
  sensor: [0, 1, 2, 3, 4, 5].map((tile) => (
    <g key={tile} transform={`translate(${4 + (tile % 3) * 21} ${15 + Math.floor(tile / 3) * 22})`}>
      <rect width="18" height="19" rx="2" className="fill-background stroke-border-strong" />
      <rect
        x="3"
        y="6"
        width="10"
        height="6"
        className={tile === 0 ? "fill-critical-solid" : "fill-muted-foreground"}
      />
    </g>
  )),
  dashboards: (
    <>
      <rect x="4" y="15" width="26" height="18" rx="2" className="fill-background stroke-border-strong" />
      <rect x="33" y="15" width="33" height="18" rx="2" className="fill-background stroke-border-strong" />
      <rect x="4" y="36" width="40" height="20" rx="2" className="fill-background stroke-border-strong" />
      <rect x="47" y="36" width="19" height="20" rx="2" className="fill-background stroke-border-strong" />
      <path d="m36 29 7-6 7 4 12-8" className="fill-none stroke-primary" strokeWidth="1.5" />
    </>
  ),
};

/** A thumbnail of a style: verdict on top, latest exceptions on the right. */
export function StyleSketch({ style }: { style: HomeStyle }) {
  return (
    <svg viewBox="0 0 96 60" aria-hidden="true" className="w-full rounded-md border bg-muted">
      <rect x="4" y="4" width="88" height="8" rx="2" className="fill-normal-soft stroke-normal-line" />
      <rect x="70" y="15" width="22" height="41" rx="2" className="fill-background stroke-border-strong" />
      {SKETCH[style]}
    </svg>
  );
}
