import { describe, expect, it } from "vitest";
import { readObjectStoreUrl } from "./object-store";

describe("the address of an object store", () => {
  it("names server, bucket, region and key", () => {
    expect(readObjectStoreUrl("s3://AKIA:a%2Fb%2Bc@minio.local:9000/frostline?region=eu-west-1&tls=off")).toEqual({
      origin: "http://minio.local:9000",
      bucket: "frostline",
      region: "eu-west-1",
      key: "AKIA",
      secret: "a/b+c",
    });
    expect(readObjectStoreUrl("s3://k:s@s3.amazonaws.com/files")).toMatchObject({
      origin: "https://s3.amazonaws.com",
      region: "us-east-1",
    });
  });

  it.each([
    "https://k:s@host/bucket",
    "s3://host/bucket",
    "s3://k:s@host/",
    "s3://k:s@host/Bucket",
    "s3://k:s@host/bucket/folder",
    "s3://k:s@host/bucket?tls=maybe",
    "s3://k:s@host/bucket?acl=public",
    "bucket",
  ])("is not %s", (text) => {
    expect(readObjectStoreUrl(text)).toBeNull();
  });
});
