/** The canvas size in pixels: one line of handwriting, sharp enough for print at 8 cm. */
export const SIZE = { width: 960, height: 360 };

/** Dark blue, to stand out from printed text. */
export const PEN = { width: 5, colour: "#10213f" };
