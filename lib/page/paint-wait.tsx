/** How long the first frame waits for what a page shows, in milliseconds; past that the skeleton is painted. */
const PATIENCE_MS = 400;

/**
 * Stands beside a skeleton. Its content mostly comes right behind it, and a browser that lays the skeleton out and paints it
 * first shows the content the later for it: the first frame waits for an element that never comes, until the script below
 * calls the wait off. Browsers that know no such wait paint the skeleton at once.
 */
export const PaintWait = () => <link rel="expect" href="#never" blocking="render" />;

/**
 * The script at the top of the body: calls the wait off once content is there, or has not come. React asks for `$RT`, the
 * instant of its first paint, when content is there, and holds it back for 300 ms from then on; without an answer it would
 * put the content in its place in the next frame. `$RV` does it at once, so that the skeleton gets no style and no layout.
 * Where React has other names for them, the wait ends by time. The link stays, for it is React's: taken away by others it
 * could not leave with its page, and the next page would never show. No quotes: they would be escaped.
 */
export const PAINT_WAIT_SCRIPT = `(function(){
function show(){if(self.$RV)$RV($RB)}
function go(){queueMicrotask(show);document.querySelector(\`link[rel=expect]\`)?.removeAttribute(\`blocking\`)}
Object.defineProperty(window,\`$RT\`,{get:go,set:function(){}});
setTimeout(go,${PATIENCE_MS})
})()`.replaceAll("\n", "");
