import { checkExcursionIdentity } from "../support/excursion-identity";

const SEEDS = 10_000;

// Each seed is one series with one way of cutting, shuffling and repeating it; a failing one is printed with its path.
const startedAt = performance.now();
checkExcursionIdentity(Date.now() % 2 ** 31, SEEDS);
console.log(
  `excursion identity: ${SEEDS} series, 0 differ (bound 0), ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
);
