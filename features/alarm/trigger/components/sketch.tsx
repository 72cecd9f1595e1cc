import type { ReactNode } from "react";
import type { ConditionKind } from "@/db/enums";

const LIMIT = 30;
const LINE = "fill-none stroke-[1.75] stroke-foreground";
const DASHED = "stroke-muted-foreground [stroke-dasharray:4_3]";
const SHADED = "fill-above-soft";

/** The mark where the alarm is raised. */
const Alarm = ({ x, y }: { x: number; y: number }) => (
  <>
    <line x1={x} x2={x} y1={8} y2={84} className="stroke-critical [stroke-dasharray:2_3]" />
    <circle cx={x} cy={y} r={4} className="fill-critical" />
  </>
);

const Limit = () => <line x1={0} x2={240} y1={LIMIT} y2={LIMIT} className={DASHED} />;

const SKETCH: Record<ConditionKind, ReactNode> = {
  range: (
    <>
      <path d="M78 30 C 96 10 150 8 172 30 Z" className={SHADED} />
      <Limit />
      <path d="M0 62 C 30 66 50 58 78 30 S 150 4 172 30 S 210 62 240 58" className={LINE} />
      <path d="M78 78 v6 h54 v-6" className="fill-none stroke-muted-foreground" />
      <Alarm x={132} y={14} />
    </>
  ),
  cumulative: (
    <>
      <path d="M30 30 Q 46 8 62 30 Z M104 30 Q 124 4 144 30 Z M184 30 Q 206 6 228 30 Z" className={SHADED} />
      <Limit />
      <path
        d="M0 56 Q 16 56 30 30 Q 46 8 62 30 Q 82 74 104 30 Q 124 4 144 30 Q 164 72 184 30 Q 206 6 228 30 L 240 46"
        className={LINE}
      />
      <path d="M30 84 h32 M104 84 h40 M184 84 h22" className="stroke-4 stroke-above" />
      <Alarm x={206} y={18} />
    </>
  ),
  "no-data": (
    <>
      <path d="M0 56 C 30 40 50 66 80 52 S 110 50 118 54" className={LINE} />
      <path d="M118 54 h122" className={DASHED} />
      <path d="M118 78 v6 h76 v-6" className="fill-none stroke-muted-foreground" />
      <Alarm x={194} y={54} />
    </>
  ),
  state: (
    <>
      <path d="M70 64 V24 H200 V64 Z" className={SHADED} />
      <path d="M0 64 H70 V24 H200 V64 H240" className={LINE} />
      <path d="M70 78 v6 h84 v-6" className="fill-none stroke-muted-foreground" />
      <Alarm x={154} y={24} />
    </>
  ),
  trend: (
    <>
      <Limit />
      <path d="M0 76 C 30 78 60 70 84 64 S 110 56 120 53" className={LINE} />
      <path d="M120 53 L 220 14" className="fill-none stroke-[1.75] stroke-above [stroke-dasharray:3_4]" />
      <path d="M120 78 v6 h60 v-6" className="fill-none stroke-muted-foreground" />
      <Alarm x={120} y={53} />
    </>
  ),
  geofence: (
    <>
      <circle cx={82} cy={46} r={36} className={SHADED} />
      <circle cx={82} cy={46} r={36} className={`fill-none ${DASHED}`} />
      <path d="M60 56 C 76 40 96 50 118 44 S 180 24 232 30" className={LINE} />
      <path d="M118 78 v6 h50 v-6" className="fill-none stroke-muted-foreground" />
      <Alarm x={168} y={32} />
    </>
  ),
};

/** A drawing of a condition: value, limit, and where the alarm is raised. Decorative: the text says the same. */
export const Sketch = ({ kind }: { kind: ConditionKind }) => (
  <svg viewBox="0 0 240 92" aria-hidden="true" className="h-auto w-full max-w-60 rounded-md border bg-background p-1">
    {SKETCH[kind]}
  </svg>
);
