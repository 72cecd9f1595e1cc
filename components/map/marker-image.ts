import type { ThemeColours } from "@/components/providers/use-theme-colours";
import { TONES, type Tone } from "@/components/value/tone";
import { TONE_SHAPES } from "@/components/value/tone-icon";

/** Tones from the mildest to the worst: a group of points shows its worst tone. */
export const TONE_RANKS: readonly Tone[] = ["normal", "paused", "offline", "warning", "below", "above", "critical"];
/** From this rank on a point needs attention: these are filled, the others are outlines. */
const FIRST_BAD = TONE_RANKS.indexOf("warning");

/** The tokens that points are painted with. */
export const MARKER_TOKENS = [...TONES, ...TONES.map((tone) => `${tone}-solid`), "card", "foreground", "primary"];

const RATIO = 2;
const POINT_PX = 26;
const GROUP_PX = 28;
const ICON_PX = 14;
/** Without its circle a sign is smaller than its grid. */
const BARE_PX = 19;
const GRID = 16;

/** The index of a tone in `TONE_RANKS`. */
export const rankOf = (tone: Tone): number => TONE_RANKS.indexOf(tone);
/** Whether a rank needs attention. */
export const isBad = (rank: number): boolean => rank >= FIRST_BAD;

/** Image names contain what they show; `theme` distinguishes light and dark. */
export const imageKey = (theme: ThemeColours): string => theme.colour("card");

type Image = { data: ImageData; pixelRatio: number };

/** Draws the image `point|theme|rank`, `heading|theme|rank` or `group|theme|worst|own|count`; null for other names. */
export function drawImage(name: string, theme: ThemeColours): Image | null {
  const [kind, key, rank, own, count] = name.split("|");
  const tone = TONE_RANKS[Number(rank)];
  if (key !== imageKey(theme) || !tone) return null;
  if (kind === "point") return drawPoint(tone, theme);
  if (kind === "heading") return drawHeading(tone, theme);
  return kind === "group" ? drawGroup(tone, groupText(Number(own), Number(count)), theme) : null;
}

/** The number of points of the worst tone, which the group shows, and of all if there are others. */
export const groupText = (own: number, count: number): string => (own < count ? `${own} / ${count}` : `${count}`);

let sheet: CanvasRenderingContext2D | undefined;

/** One canvas for all images, cleared and resized each time. It is read back, so it must not be on the GPU. */
function paper(width: number, height: number): CanvasRenderingContext2D {
  sheet ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
  sheet.canvas.width = Math.ceil(width * RATIO);
  sheet.canvas.height = Math.ceil(height * RATIO);
  sheet.scale(RATIO, RATIO);
  return sheet;
}

const imageOf = (context: CanvasRenderingContext2D): Image => ({
  data: context.getImageData(0, 0, context.canvas.width, context.canvas.height),
  pixelRatio: RATIO,
});

/** A filled shape with an outline in the card colour that separates neighbours; quiet tones are outlines only. */
function fillShape(
  context: CanvasRenderingContext2D,
  outline: (inset: number) => void,
  tone: Tone,
  theme: ThemeColours,
) {
  const { colour } = theme;
  outline(0);
  context.fillStyle = colour("card");
  context.fill();
  outline(1.5);
  if (isBad(rankOf(tone))) {
    context.fillStyle = colour(tone);
    context.fill();
    return colour("card");
  }
  context.strokeStyle = colour(`${tone}-solid`);
  context.lineWidth = 2;
  context.stroke();
  return colour(tone);
}

/** The sign of a tone without its circle, because a point is a circle already. */
const bareSign = (tone: Tone): string => TONE_SHAPES[tone].replace(/M14\.25 8A.*$/, "");

function drawIcon(context: CanvasRenderingContext2D, sign: string, size: number, colour: string, x: number, y: number) {
  context.save();
  context.translate(x - size / 2, y - size / 2);
  context.scale(size / GRID, size / GRID);
  context.strokeStyle = colour;
  context.lineWidth = 1.7;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.stroke(new Path2D(sign));
  context.restore();
}

function drawPoint(tone: Tone, theme: ThemeColours): Image {
  const context = paper(POINT_PX, POINT_PX);
  const middle = POINT_PX / 2;
  const outline = (inset: number) => {
    context.beginPath();
    context.arc(middle, middle, middle - inset, 0, 2 * Math.PI);
  };
  const [sign, whole] = [bareSign(tone), TONE_SHAPES[tone]];
  const colour = fillShape(context, outline, tone, theme);
  drawIcon(context, sign, sign === whole ? ICON_PX : BARE_PX, colour, middle, middle);
  return imageOf(context);
}

function drawGroup(tone: Tone, text: string, theme: ThemeColours): Image {
  const font = `600 12px ${theme.fontFamily}`;
  const measure = paper(1, 1);
  measure.font = font;
  const width = Math.ceil(measure.measureText(text).width) + ICON_PX + 24;
  const context = paper(width, GROUP_PX);
  const outline = (inset: number) => {
    context.beginPath();
    context.roundRect(inset, inset, width - 2 * inset, GROUP_PX - 2 * inset, GROUP_PX / 2 - inset);
  };
  const colour = fillShape(context, outline, tone, theme);
  drawIcon(context, TONE_SHAPES[tone], ICON_PX, colour, 9 + ICON_PX / 2, GROUP_PX / 2);
  context.font = font;
  context.textBaseline = "middle";
  context.fillStyle = isBad(rankOf(tone)) ? colour : theme.colour("foreground");
  context.fillText(text, 13 + ICON_PX, GROUP_PX / 2 + 0.5);
  return imageOf(context);
}

/** An arrow head above a point in its direction of travel, rotated around the centre of the point. */
function drawHeading(tone: Tone, theme: ThemeColours): Image {
  const size = POINT_PX + 18;
  const context = paper(size, size);
  const middle = size / 2;
  context.beginPath();
  context.moveTo(middle, 0.5);
  context.lineTo(middle + 6.5, 9.5);
  context.lineTo(middle - 6.5, 9.5);
  context.closePath();
  context.fillStyle = theme.colour(tone);
  context.strokeStyle = theme.colour("card");
  context.lineWidth = 1.5;
  context.fill();
  context.stroke();
  return imageOf(context);
}
