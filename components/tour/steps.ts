import type { TourStep } from "./tour-panel";

/** The steps of a tour that begins on a page: those of this page only where their element is shown. */
export const stepsFrom = <S extends Pick<TourStep, "path" | "selector">>(
  steps: readonly S[],
  path: string,
  isShown: (selector: string) => boolean,
): S[] => steps.filter((step) => step.path !== path || isShown(step.selector));
