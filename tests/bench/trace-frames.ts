/** The work of a page in a Chromium trace, as CPU time of its main thread in milliseconds. */
export type Drawing = {
  /** Tasks that draw an animation frame, including their listeners. */
  frames: number[];
  /** All other tasks: events, timers, messages from workers. */
  others: number[];
  /** The duration of the movement. */
  wallMs: number;
  /** The time of the graphics process meanwhile. */
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
/** CPU time where known: a thread that waits for others costs nothing. */
const msOf = ({ dur = 0, tdur = dur }: TraceEvent) => tdur / 1000;

/** The tasks of the page that draws, separate from those of the graphics process. */
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
