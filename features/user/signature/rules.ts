/** The sheet, in pixels of the picture: a line of writing, sharp enough for print at 8 cm. */
export const SIZE = { width: 960, height: 360 };

/** Dark blue ink, as of a pen: it stands out from printed text. */
export const PEN = { width: 5, colour: "#10213f" };
