import { freePort } from "../../scripts/product/port.mjs";
import { demoDatabaseUrl } from "./demo-database";
import { type Receivers, startReceivers } from "./receivers";
import { type Product, startProduct } from "./server";
import { test as base } from "./test";

export type Stage = { product: Product; receivers: Receivers };

/** A product of its own, whose channels all lead to this process: the shared one has none of them configured. */
export const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({ playwright: _ }, use) => {
      const receivers = await startReceivers();
      const port = String(await freePort());
      const env = { ...receivers.env, PORT: port, PUBLIC_URL: `http://localhost:${port}` };
      const product = await startProduct({ adminUrl: demoDatabaseUrl(), env });
      await use({ product, receivers });
      await product.stop();
      await receivers.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ stage }, use) => use(stage.product.baseUrl),
});
