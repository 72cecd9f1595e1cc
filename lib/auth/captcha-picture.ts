import "server-only";
import { randomInt } from "node:crypto";
import sharp from "sharp";
import svgCaptcha from "svg-captcha";

const WIDTH = 120;
const HEIGHT = 40;
/** Pixels per unit of the picture: sharp enough for a phone. */
const SCALE = 2;
const LETTERS = 4;

const between = (minimum: number, maximum: number) =>
  minimum + (randomInt(1_000_001) / 1_000_000) * (maximum - minimum);

/** A wave in one direction: returns by how far a pixel at a position is shifted. */
function wave(amplitude: number, length: number): (place: number) => number {
  const phase = between(0, 2 * Math.PI);
  return (place) => amplitude * Math.sin((2 * Math.PI * place) / length + phase);
}

/**
 * Draws a captcha of letters and digits; returns its text and SVG. The glyphs are pixels distorted by waves, crossed by
 * lines of the same width and covered with noise, so there are no paths to match against the font.
 */
export async function drawCaptcha(): Promise<{ text: string; svg: string }> {
  const { text, data } = svgCaptcha.create({
    size: LETTERS,
    noise: 2,
    charPreset: "ABCDEFGHKMNPRSTUXYZ23456789",
    width: WIDTH,
    height: HEIGHT,
  });
  const [width, height] = [WIDTH * SCALE, HEIGHT * SCALE];
  const drawn = await sharp(Buffer.from(data), { density: 72 * SCALE })
    .resize(width, height)
    .flatten({ background: "#fff" })
    .greyscale()
    .raw()
    .toBuffer();
  const across = wave(between(2, 4), between(50, 90));
  const along = wave(between(2, 5), between(50, 90));
  const pixels = Buffer.alloc(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const from = { x: Math.round(x + along(y)), y: Math.round(y + across(x)) };
      const isInside = from.x >= 0 && from.x < width && from.y >= 0 && from.y < height;
      const grey = isInside ? (drawn[from.y * width + from.x] as number) : 255;
      // Noise of both kinds: dots outside the letters, and holes in them.
      const noise = randomInt(100);
      const dotted = noise < 3 ? randomInt(60, 200) : noise < 6 ? 255 : grey;
      pixels[y * width + x] = Math.max(0, Math.min(255, dotted + randomInt(-30, 31)));
    }
  const png = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .blur(0.6)
    .png()
    .toBuffer();
  const href = `data:image/png;base64,${png.toString("base64")}`;
  const box = `width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${box}><image width="${WIDTH}" height="${HEIGHT}" href="${href}"/></svg>`;
  return { text, svg };
}
