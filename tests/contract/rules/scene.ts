import type { RuleCase } from "./rule-case";

const GENERAL = "General: names 30 (or 20), codes 50, descriptions 250.";
const CODES = "Codes elsewhere: letters and digits with no spaces, or English, digits and underscores.";
const DEGREES = "Longitude: integer part 0-180 with up to 6 decimals; latitude: 0-90 with up to 6 decimals.";
const DELETION = "Range and customer nodes cannot be deleted or used for carrier setting.";
const CHILD = "A child under a scope-level node is allowed only as a child.";
const USED = "Deletion: items in use or enabled cannot be deleted.";
const IMAGES =
  "Uploads: images are JPG or PNG, limits vary (500kb in some places, 2 MB in others, 20MB in others; all readings given).";

const entity = "scene";

/** The lines of section 5 at the fields of a node. */
export const sceneRules: RuleCase[] = [
  { line: GENERAL, entity, field: "name", passes: "x".repeat(30), fails: "x".repeat(31), rule: "too_big" },
  { line: GENERAL, entity, field: "name", passes: "x", fails: "  ", rule: "required" },
  { line: GENERAL, entity, field: "code", passes: "x".repeat(50), fails: "x".repeat(51), rule: "too_big" },
  { line: GENERAL, entity, field: "description", passes: "x".repeat(250), fails: "x".repeat(251), rule: "too_big" },
  { line: CODES, entity, field: "code", passes: "Floor_2", fails: "Floor 2", rule: "word" },
  { line: DEGREES, entity, field: "longitude", passes: 180, fails: 180.000001, rule: "degrees180" },
  { line: DEGREES, entity, field: "longitude", passes: -113.430001, fails: 113.4300001, rule: "degrees180" },
  { line: DEGREES, entity, field: "latitude", passes: -90, fails: -90.1, rule: "degrees90" },
  { line: DEGREES, entity, field: "latitude", passes: 23.170001, fails: 23.1700001, rule: "degrees90" },
];

/** The lines about whole nodes: what is done, at which node it is allowed, and at which it is refused. */
export const sceneTreeRules: RuleCase[] = [
  { line: DELETION, entity, field: "id", passes: "empty node", fails: "range node", rule: "rangeNode" },
  { line: USED, entity, field: "id", passes: "empty node", fails: "node with a node below it", rule: "holdsScenes" },
  { line: USED, entity, field: "id", passes: "empty node", fails: "node with a carrier", rule: "holdsCarriers" },
  { line: USED, entity, field: "id", passes: "empty node", fails: "node with a device", rule: "holdsDevices" },
  { line: USED, entity, field: "id", passes: "empty node", fails: "node of an account", rule: "holdsAccounts" },
  {
    line: CHILD,
    entity,
    field: "parentId",
    passes: "child of the range",
    fails: "peer of the range",
    rule: "rangePeer",
  },
];

/** What may be the picture of a floor plan. */
export const scenePictureRules: RuleCase[] = [
  { line: IMAGES, entity, field: "file", passes: "a PNG picture", fails: "a text", rule: "image" },
  { line: IMAGES, entity, field: "file", passes: "a JPG picture", fails: "20 MB and a byte", rule: "imageSize" },
];
