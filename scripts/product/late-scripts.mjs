// The scripts of a page begin once it has been painted: fetched, compiled and run beside the first paint they take the
// thread, and the cores of a small machine, that it needs. Next.js names them at the head of each page.

/** How Next.js names what a page runs. One for browsers without modules is left as it is, and so is what others have written. */
const SCRIPT = /<script src="(\/_next\/[^"]+)" async="">/g;
const HEAD_END = "</head>";
/** Longer than any head of ours: what has no end by then is left as it is. */
const LONGEST_HEAD = 65_536;

/** Makes a script mere data. */
const LATER = "text/later";
/** How long they wait for a paint, in milliseconds: a window that is never painted goes on without. */
const PATIENCE_MS = 1000;
/** And from the end of the page on: one that shows nothing yet has nothing to show without them, as that of an unknown path. */
const PATIENCE_PAST_END_MS = 150;

/** Stands behind them all. */
const LOADER = `<script>(function(){
function load(){
document.querySelectorAll('script[type="${LATER}"]').forEach(function(one){
var script=document.createElement("script");script.src=one.getAttribute("src");script.async=true;one.replaceWith(script)})}
if(document.hidden)return load();
setTimeout(load,${PATIENCE_MS});
addEventListener("DOMContentLoaded",function(){setTimeout(load,${PATIENCE_PAST_END_MS})});
new PerformanceObserver(function(seen){if(seen.getEntriesByName("first-contentful-paint").length)load()})
.observe({type:"paint",buffered:true})
})()</script>`.replaceAll("\n", "");

/**
 * Takes the pieces of a page and gives them back with late scripts. It keeps what it is given until the head is whole.
 * @returns {{ take: (piece: Buffer) => Buffer, rest: () => Buffer }} `rest` is what it still keeps
 */
export function delayScripts() {
  let kept = Buffer.alloc(0);
  let isPast = false;
  return {
    take(piece) {
      if (isPast) return piece;
      kept = Buffer.concat([kept, piece]);
      const end = kept.indexOf(HEAD_END);
      if (end < 0 && kept.length < LONGEST_HEAD) return Buffer.alloc(0);
      isPast = true;
      return end < 0 ? this.rest() : withLateScripts(this.rest(), end);
    },
    rest() {
      const all = kept;
      kept = Buffer.alloc(0);
      return all;
    },
  };
}

function withLateScripts(page, end) {
  const head = page.toString("utf8", 0, end);
  const late = head.replaceAll(SCRIPT, `<script src="$1" async="" type="${LATER}">`);
  return Buffer.concat([Buffer.from(late === head ? head : late + LOADER), page.subarray(end)]);
}
