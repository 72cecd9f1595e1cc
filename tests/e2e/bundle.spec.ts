import { makeLinkKey } from "../support/exception-link";
import { expectLight } from "../support/first-load";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

test("the login page stays light", async ({ request }) => {
  await expectLight(request, "/zh-CN/login", 150);
});

test("the page of a link stays as light as the login", async ({ request }) => {
  const { key } = await makeLinkKey(process.env.E2E_DATA_DIR as string);
  await expectLight(request, `/zh-CN/exDetail?key=${key}`, 150, "/zh-CN/exDetail");
});

test("the monitoring table stays light", async ({ context }) => {
  await signIn(context, "admin");
  await expectLight(context.request, "/zh-CN/databoard/monitoringPoint", 210);
});
