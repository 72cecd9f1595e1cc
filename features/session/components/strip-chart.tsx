const WIDTH = 900;
const HEIGHT = 420;
const SAMPLES = 180;
const SECONDS = 75;
/** The x position of the pen; the paper to its right is blank. */
const PEN_X = 690;

const y = (celsius: number) => HEIGHT * (0.86 - (celsius / 10) * 0.72);

/** One period of a refrigerator: the compressor's saw tooth, two door openings, a slow drift. Degrees Celsius. */
function celsiusAt(phase: number): number {
  const turn = (phase % 1) * 2 * Math.PI;
  const tooth = (((phase * 14) % 1) + 1) % 1;
  const compressor = tooth < 0.62 ? tooth / 0.62 : (1 - tooth) / 0.38;
  const door = (at: number, height: number) => {
    const since = (((phase - at) % 1) + 1) % 1;
    return since < 0.14 ? height * Math.min(1, since / 0.012) * Math.exp(-since / 0.045) : 0;
  };
  return 3.7 + 1.1 * compressor + 0.35 * Math.sin(turn) + door(0.21, 2.6) + door(0.68, 4.4);
}

const xOf = (sample: number) => (sample / SAMPLES) * WIDTH;
const samples = Array.from({ length: 2 * SAMPLES + 1 }, (_, index) => index);
const trace = samples
  .map((index) => `${index === 0 ? "M" : "L"}${xOf(index).toFixed(1)} ${y(celsiusAt(index / SAMPLES)).toFixed(1)}`)
  .join("");

// The second pen, humidity: slower, with its own scale below.
const humidity = samples
  .map((index) => {
    const turn = (index / SAMPLES) * 2 * Math.PI;
    const height =
      HEIGHT * (0.8 + 0.03 * Math.sin(5 * turn) + 0.02 * Math.sin(11 * turn + 1) + 0.016 * Math.sin(23 * turn));
    return `${index === 0 ? "M" : "L"}${xOf(index).toFixed(1)} ${height.toFixed(1)}`;
  })
  .join("");

// The pen follows the moving trace: its height at every sample of one period, as key frames.
const penStart = PEN_X / WIDTH;
const penFrames = Array.from({ length: SAMPLES + 1 }, (_, index) => {
  const height = y(celsiusAt(penStart + index / SAMPLES));
  return `${((index / SAMPLES) * 100).toFixed(2)}%{transform:translateY(${height.toFixed(1)}px)}`;
}).join("");

const style = `
.strip-paper{animation:strip-paper ${SECONDS}s linear infinite}
.strip-pen{transform:translateY(${y(celsiusAt(penStart)).toFixed(1)}px);animation:strip-pen ${SECONDS}s linear infinite}
@keyframes strip-paper{to{transform:translateX(-${WIDTH}px)}}
@keyframes strip-pen{${penFrames}}
@media (prefers-reduced-motion:reduce){.strip-paper,.strip-pen{animation:none}}`;

const verticals = Array.from({ length: 41 }, (_, index) => index * 45);
const LIMITS = [8, 2] as const;

/** A decorative chart recorder. It shows no real readings. */
export function StripChart({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMaxYMid slice"
      className={className}
    >
      <style>{style}</style>
      <defs>
        <linearGradient id="strip-fade">
          <stop offset="0" stopColor="#fff" stopOpacity="0" />
          <stop offset="0.3" stopColor="#fff" />
        </linearGradient>
        <mask id="strip-written">
          <rect width={PEN_X} height={HEIGHT} fill="url(#strip-fade)" />
        </mask>
        <linearGradient id="strip-edge" x2="0" y2="1">
          <stop offset="0" stopColor="#fff" stopOpacity="0" />
          <stop offset="0.16" stopColor="#fff" />
          <stop offset="0.84" stopColor="#fff" />
          <stop offset="1" stopColor="#fff" stopOpacity="0" />
        </linearGradient>
        <mask id="strip-sheet">
          <rect width={WIDTH} height={HEIGHT} fill="url(#strip-edge)" />
        </mask>
        <linearGradient id="strip-band" x1="0" x2="1">
          <stop offset="0" stopColor="#3fb6c0" stopOpacity="0" />
          <stop offset="0.4" stopColor="#3fb6c0" stopOpacity="0.09" />
          <stop offset="1" stopColor="#3fb6c0" stopOpacity="0.09" />
        </linearGradient>
      </defs>
      <rect y={y(8)} width={WIDTH} height={y(2) - y(8)} fill="url(#strip-band)" />
      <g stroke="#ffffff" strokeOpacity="0.06" mask="url(#strip-sheet)">
        {[0, 2, 4, 6, 8, 10].map((celsius) => (
          <line key={celsius} x2={WIDTH} y1={y(celsius)} y2={y(celsius)} />
        ))}
        <g className="strip-paper">
          {verticals.map((x) => (
            <line key={x} x1={x} x2={x} y2={HEIGHT} />
          ))}
        </g>
      </g>
      {LIMITS.map((celsius) => (
        <g key={celsius}>
          <line x2={WIDTH} y1={y(celsius)} y2={y(celsius)} stroke="#7fd6dd" strokeOpacity="0.5" strokeDasharray="4 5" />
          <text
            className="max-lg:hidden"
            x={WIDTH - 14}
            y={y(celsius) - 8}
            textAnchor="end"
            fontSize="13"
            fill="#a9d9de"
            fillOpacity="0.85"
          >
            {celsius}&#8239;°C
          </text>
        </g>
      ))}
      <g mask="url(#strip-written)">
        <g className="strip-paper">
          <path d={humidity} fill="none" stroke="#9db8ff" strokeOpacity="0.38" strokeWidth="1.25" />
          <path d={trace} fill="none" stroke="#5fd0d9" strokeWidth="1.75" strokeLinejoin="round" />
        </g>
      </g>
      <line x1={PEN_X} x2={PEN_X} y2={HEIGHT} stroke="#ffffff" strokeOpacity="0.16" mask="url(#strip-sheet)" />
      <g className="strip-pen">
        <circle cx={PEN_X} r="9" fill="#5fd0d9" fillOpacity="0.18" />
        <circle cx={PEN_X} r="4" fill="#d8f4f6" />
      </g>
    </svg>
  );
}
