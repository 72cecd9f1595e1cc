/** The part of the package that is used; it ships no declarations. */
declare module "qrcode" {
  type Options = { type: "svg"; errorCorrectionLevel?: "L" | "M" | "Q" | "H"; margin?: number };
  const qrcode: { toString(text: string, options: Options): Promise<string> };
  export default qrcode;
}
