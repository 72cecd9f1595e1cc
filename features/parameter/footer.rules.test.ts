import { expect, it } from "vitest";
import { footerBadges } from "./footer.rules";

const FILING = { footer_filing: "粤公网安备 44010602000001号", footer_filing_url: "https://beian.mps.gov.cn/" };

it.each([
  ["nothing where nothing is set", {}, "zh-CN", []],
  ["nothing where only an address is", { footer_filing_url: "https://a.example" }, "zh-CN", []],
  [
    "the filing with its address",
    FILING,
    "en-US",
    [{ kind: "filing", text: FILING.footer_filing, url: FILING.footer_filing_url }],
  ],
  [
    "the credential of the language",
    { footer_credential: "ISO 9001", footer_credential_zh: "营业执照" },
    "zh-CN",
    [{ kind: "credential", text: "营业执照", url: null }],
  ],
  [
    "the common credential in other languages",
    { footer_credential: "ISO 9001", footer_credential_zh: "营业执照" },
    "ja",
    [{ kind: "credential", text: "ISO 9001", url: null }],
  ],
  [
    "a text without a link where the address is none of the web",
    { footer_filing: "A", footer_filing_url: "javascript:alert(1)" },
    "es",
    [{ kind: "filing", text: "A", url: null }],
  ],
])("shows %s", (_, contents, locale, expected) => {
  expect(footerBadges(contents, locale)).toEqual(expected);
});
