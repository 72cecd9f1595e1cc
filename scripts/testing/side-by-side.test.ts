import { expect, it } from "vitest";
import { sideBySide } from "./side-by-side.mjs";

it("does all at once, lets one be heard at once and the others in turn when all is done", async () => {
  const heard: string[] = [];
  let open = () => {};
  const gate = new Promise<void>((done) => {
    open = done;
  });
  const results = await sideBySide(
    (line) => heard.push(line),
    [
      async (say) => {
        say("one");
        await gate;
        say("one again");
        return 1;
      },
      async (say) => {
        say("two");
        open();
        say("two again");
        return 2;
      },
    ],
  );
  expect(results).toEqual([1, 2]);
  expect(heard).toEqual(["one", "one again", "two\ntwo again"]);
});
