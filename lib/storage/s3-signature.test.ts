import { describe, expect, it } from "vitest";
import { signRequest } from "./s3-signature";

/** The key and instant of the examples in the Amazon S3 API reference, "Signature Calculations". */
const KEY = { key: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", region: "us-east-1" };
const NOW = new Date("2013-05-24T00:00:00Z");
const HOST = "https://examplebucket.s3.amazonaws.com";

describe("the signature of a request", () => {
  it.each([
    [
      "a part of an object",
      { method: "GET", url: new URL(`${HOST}/test.txt`), headers: { range: "bytes=0-9" } },
      "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    ],
    [
      "a new object",
      {
        method: "PUT",
        url: new URL(`${HOST}/test%24file.text`),
        headers: { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
        body: "Welcome to Amazon S3.",
      },
      "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
    ],
    [
      "a name without a value in the query",
      { method: "GET", url: new URL(`${HOST}/?lifecycle`) },
      "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
    ],
    [
      "a query",
      { method: "GET", url: new URL(`${HOST}/?prefix=J&max-keys=2`) },
      "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
    ],
  ])("for %s is as published", (_, request, signature) => {
    expect(signRequest(KEY, request, NOW).authorization).toMatch(new RegExp(`Signature=${signature}$`));
  });
});
