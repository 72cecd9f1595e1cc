/** Declares the used part of the package, which has no declarations of its own. */
declare module "qrcode" {
  type Options = { type: "svg"; errorCorrectionLevel?: "L" | "M" | "Q" | "H"; margin?: number };
  const qrcode: { toString(text: string, options: Options): Promise<string> };
  export default qrcode;
}
