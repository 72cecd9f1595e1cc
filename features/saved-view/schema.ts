import { z } from "zod";
import { ById } from "@/lib/resource/by-id";
import { lineText, requiredText } from "@/lib/validation/fields";
import { VIEW_PATHS, viewQuery } from "./rules";

const ViewPath = z.enum(VIEW_PATHS as [string, ...string[]]);
const ViewQuery = lineText(2000).transform(viewQuery);

export const SavedViewQuery = z.strictObject({ path: ViewPath });

/** The criteria of a list under a name: for oneself, or shared with all accounts of the customer. */
export const SavedViewInput = z.strictObject({
  path: ViewPath,
  name: requiredText(50),
  query: ViewQuery,
  isShared: z.boolean().default(false),
});
export type SavedViewInput = z.output<typeof SavedViewInput>;

/** Without `query` the criteria stay. */
export const SavedViewUpdate = z.strictObject({
  ...ById.shape,
  name: requiredText(50),
  query: ViewQuery.optional(),
  isShared: z.boolean(),
});
export type SavedViewUpdate = z.output<typeof SavedViewUpdate>;

export type SavedViewDto = {
  id: number;
  path: string;
  name: string;
  query: string;
  isShared: boolean;
  /** Whether the caller may change and delete it. */
  mayChange: boolean;
};

/** The views of a list, the caller's own first. */
export type SavedViewListDto = { views: SavedViewDto[]; mayShare: boolean };
