import { describe, expect, it } from "vitest";
import { makeJpeg, makePng } from "@/tests/factories/picture";
import { bytesOfDataUrl, inspectPicture, PICTURE_BYTES, pictureIssue } from "./picture";

const text = (value: string) => Buffer.from(value, "latin1");
const SVG = text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const png = makePng();
const jpeg = makeJpeg();

const TAKEN: [string, Uint8Array, object][] = [
  ["PNG", makePng({ width: 300, height: 20 }), { contentType: "image/png", width: 300, height: 20 }],
  ["PNG with a comment", makePng({ text: "Software: Paint 5 < 6" }), { contentType: "image/png", width: 8, height: 8 }],
  ["JPEG", makeJpeg({ width: 640, height: 480 }), { contentType: "image/jpeg", width: 640, height: 480 }],
  ["JPEG with a comment", makeJpeg({ comment: "<x:xmpmeta>" }), { contentType: "image/jpeg", width: 8, height: 8 }],
  ["JPEG with filled up markers", Buffer.concat([jpeg.subarray(0, 2), text("\xff"), jpeg.subarray(2)]), {}],
  // The bytes of a request may be a view of a larger buffer.
  ["PNG within a buffer", Buffer.concat([text("12345"), png]).subarray(5), { contentType: "image/png" }],
];

const NO_PICTURES: [string, Uint8Array][] = [
  ["nothing", text("")],
  ["SVG with a script", SVG],
  ["HTML", text("<!doctype html><script>alert(1)</script>")],
  ["GIF", text("GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff;")],
  ["a signature alone", png.subarray(0, 8)],
  ["half a PNG", png.subarray(0, png.length - 12)],
  ["HTML behind a PNG", Buffer.concat([png, text("<script>alert(1)</script>")])],
  ["HTML before a PNG", Buffer.concat([text("<script>"), png])],
  ["an archive behind a PNG", Buffer.concat([png, text("PK\x03\x04")])],
  ["a script in a comment of a PNG", makePng({ text: "</title>< SCRIPT src=//evil>" })],
  ["an SVG in a comment of a PNG", makePng({ text: SVG.toString("latin1") })],
  ["markup across the slices of a long comment", makePng({ text: `${"x".repeat(4085)}<script>` })],
  ["a PNG without width", makePng({ width: 0 })],
  [
    "a chunk that is longer than the file",
    Buffer.concat([png.subarray(0, 8), text("\x7f\xff\xff\xffIHDR"), png.subarray(16)]),
  ],
  ["two headers", Buffer.concat([png.subarray(0, 33), png.subarray(8)])],
  ["half a JPEG", jpeg.subarray(0, jpeg.length - 2)],
  ["HTML behind a JPEG", Buffer.concat([jpeg, SVG])],
  ["a script in a comment of a JPEG", makeJpeg({ comment: "<script>alert(1)</script>" })],
  ["PHP in a comment of a JPEG", makeJpeg({ comment: "<?php system($_GET[0]);" })],
  ["a JPEG without a scan", Buffer.concat([jpeg.subarray(0, 20), text("\xff\xd9")])],
  ["the start of a JPEG", text("\xff\xd8\xff")],
  ["a JPEG of height 0", makeJpeg({ height: 0 })],
];

describe("a picture", () => {
  it.each(TAKEN)("is taken: %s", (_, bytes, expected) => {
    expect(inspectPicture(bytes)).toMatchObject(expected);
    expect(pictureIssue(bytes)).toBeNull();
  });

  it.each(NO_PICTURES)("is not: %s", (_, bytes) => {
    expect(inspectPicture(bytes)).toBeUndefined();
    expect(pictureIssue(bytes)).toMatchObject({ path: "file", rule: "image" });
  });

  it("is cut nowhere: every shorter piece is refused", () => {
    for (const whole of [png, jpeg])
      for (let length = 0; length < whole.length; length += 1)
        expect(inspectPicture(whole.subarray(0, length))).toBeUndefined();
  });

  it("comes as a data URL as well", () => {
    const url = `data:image/png;base64,${png.toString("base64")}`;
    expect(Buffer.from(bytesOfDataUrl(url)).equals(png)).toBe(true);
    for (const other of [
      "",
      "data:image/svg+xml;base64,PHN2Zz4=",
      "data:text/html,<script>",
      `${url}=`,
      ` ${url}`,
      `${url}*`,
    ])
      expect(bytesOfDataUrl(other), other.slice(0, 40)).toHaveLength(0);
  });

  it("has at most 500 kB and 4096 pixels a side", () => {
    const around = PICTURE_BYTES - png.length - 12;
    expect(pictureIssue(makePng({ padding: around }))).toBeNull();
    expect(pictureIssue(makePng({ padding: around + 1 }))).toMatchObject({ rule: "imageSize", limit: 500 });
    expect(pictureIssue(makePng({ width: 4096 }))).toBeNull();
    expect(pictureIssue(makePng({ width: 4097 }), "picture")).toMatchObject({
      path: "picture",
      rule: "imageSide",
      limit: 4096,
    });
    expect(pictureIssue(makeJpeg({ height: 4097 }))).toMatchObject({ rule: "imageSide" });
  });

  it("may be larger where the caller says so", () => {
    const limits = { kilobytes: 600, side: 5000 };
    const large = makePng({ width: 5000, padding: PICTURE_BYTES });
    expect(pictureIssue(large)).toMatchObject({ rule: "imageSize", limit: 500 });
    expect(pictureIssue(large, "file", limits)).toBeNull();
    expect(pictureIssue(makePng({ padding: 600 * 1024 }), "file", limits)).toMatchObject({
      rule: "imageSize",
      limit: 600,
    });
    expect(pictureIssue(makePng({ width: 5001 }), "file", limits)).toMatchObject({ rule: "imageSide", limit: 5000 });
  });
});
