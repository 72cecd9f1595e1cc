import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { DEVICE_KINDS, type DeviceKind } from "@/db/enums";
import { LOCALES } from "@/lib/i18n/routing";
import type { ExceptionDto } from "../exception.schema";
import { PlaceCell } from "./cells";

/** The location cell of a device's exception, as the list renders it. */
async function shown(locale: string, kind: DeviceKind, change: Partial<ExceptionDto> = {}): Promise<string> {
  const exception = (await import(`../../../messages/${locale}/exception.json`)).default;
  const device = { id: 4, name: "D-4", serialNumber: "SN-4", kind };
  const row = { id: 1, carrier: null, device, scenePath: [], ...change } as unknown as ExceptionDto;
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={{ exception }} timeZone="UTC">
      <PlaceCell row={row} href="#" onOpen={() => {}} />
    </NextIntlClientProvider>,
  );
}

describe("the place of an exception without a carrier", () => {
  it.each(LOCALES)("names the kind of the device in %s", async (locale) => {
    const { kind } = (await import(`../../../messages/${locale}/device.json`)).default;
    for (const one of DEVICE_KINDS) expect(await shown(locale, one)).toContain(`title="${kind[one]}"`);
  });

  it("is the node of the device, else its serial number", async () => {
    expect(await shown("en-US", "display")).toContain("SN-4");
    const scenePath = [
      { id: 1, name: "House" },
      { id: 2, name: "Ward" },
    ];
    const html = await shown("en-US", "display", { scenePath });
    expect(html).toContain("House / Ward");
    expect(html).not.toContain("SN-4");
  });

  it("is the carrier where there is one", async () => {
    const carrier = { id: 3, name: "Fridge 3", type: "refrigerator" as const };
    const html = await shown("en-US", "gateway", { carrier });
    expect(html).toContain("Fridge 3");
    expect(html).toContain('title="Refrigerator"');
    expect(html).not.toContain("Gateway");
  });
});
