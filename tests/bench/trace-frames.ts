/** What a page did in a Chromium trace, as processor time of its own thread in milliseconds. */
export type Drawing = {
  /** Each task that draws an animation frame, with what listens to it. */
  frames: number[];
  /** Each other task: events, timers, what comes from workers. */
  others: number[];
  /** How long anything moved. */
  wallMs: number;
  /** What the graphics process took meanwhile. */
  graphicsMs: number;
};

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
};

const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
const isTask = ({ name, ph }: TraceEvent) => ph === "X" && name === "RunTask";
/** Of the processor where it is known: a thread that waits for others costs nothing. */
const msOf = ({ dur = 0, tdur = dur }: TraceEvent) => tdur / 1000;

/** The tasks of the page that draws, apart from what the graphics process does for it. */
export function drawingOf(trace: Buffer): Drawing {
  const { traceEvents } = JSON.parse(trace.toString("utf8")) as { traceEvents: TraceEvent[] };
  const drawn = traceEvents.filter(({ name }) => name === "FireAnimationFrame");
  const [first] = drawn;
  if (!first) throw new Error("the trace has no animation frame");
  const page = threadOf(first);
  const graphics = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && /CrGpuMain|VizCompositor/.test(args?.name ?? ""))
      .map(threadOf),
  );
  const tasks = traceEvents.filter(isTask);
  const own = tasks.filter((task) => threadOf(task) === page).sort((a, b) => a.ts - b.ts);
  const instants = drawn.filter((event) => threadOf(event) === page).map(({ ts }) => ts);
  instants.sort((a, b) => a - b);
  const drawing: Drawing = { frames: [], others: [], wallMs: 0, graphicsMs: 0 };
  let next = 0;
  for (const task of own) {
    const end = task.ts + (task.dur ?? 0);
    while (next < instants.length && (instants[next] as number) < task.ts) next += 1;
    const isFrame = next < instants.length && (instants[next] as number) <= end;
    (isFrame ? drawing.frames : drawing.others).push(msOf(task));
  }
  drawing.wallMs = ((instants.at(-1) as number) - (instants[0] as number)) / 1000;
  drawing.graphicsMs = tasks.filter((task) => graphics.has(threadOf(task))).reduce((sum, task) => sum + msOf(task), 0);
  return drawing;
}
