/** The event by which the page says that React has taken it over. */
export const AWAKE = "awake";

/**
 * The script at the top of the body that keeps what is pressed before React has taken over the page, and presses it then: the
 * button would do nothing before, and a form would be sent by the browser itself, to come back empty. The last press counts.
 * React hears some of these presses as well, and drops them where a part of the page is still on its way, so it gets none. The
 * page that Next.js shows after an error of its own never wakes. No quotes: they would be escaped.
 */
export const EARLY_PRESS_SCRIPT = `(function(){
if(document.documentElement.id===\`__next_error__\`)return;
var kept;
function keep(event){
var pressed=event.type===\`submit\`?event.target:event.target.closest(\`button\`);
if(!pressed)return;
event.preventDefault();
event.stopImmediatePropagation();
kept=pressed
}
addEventListener(\`click\`,keep,true);
addEventListener(\`submit\`,keep,true);
addEventListener(\`${AWAKE}\`,function(){
removeEventListener(\`click\`,keep,true);
removeEventListener(\`submit\`,keep,true);
if(kept?.isConnected)kept.requestSubmit?kept.requestSubmit():kept.click()
},{once:true})
})()`.replaceAll("\n", "");
