/** The event by which the page says that React has taken it over. */
export const AWAKE = "awake";

/**
 * The script at the top of the body that keeps what is pressed before React has taken over the page, and presses it then: the
 * button would do nothing before, and a form would be sent by the browser itself, to come back empty. The last press counts.
 * From the instant on at which React listens, it minds early presses itself. No quotes: they would be escaped.
 */
export const EARLY_PRESS_SCRIPT = `(function(){
var kept;
function isHeard(){return Object.keys(document).some(function(key){return key.startsWith(\`__reactContainer$\`)})}
function keep(event){
var pressed=event.type===\`submit\`?event.target:event.target.closest(\`button\`);
if(!pressed||isHeard())return;
event.preventDefault();
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
