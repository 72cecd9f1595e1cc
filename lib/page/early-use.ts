/** The event by which the page says that React has taken it over. */
export const AWAKE = "awake";

/**
 * The script at the top of the body that keeps what is typed and pressed before React has taken over the page, and hands it on
 * then. React would know nothing of the text and take it away at the next stroke; the button would do nothing, and a form
 * would be sent by the browser itself, to come back empty. The last press counts. React hears some of these presses as well,
 * and drops them where a part of the page is still on its way, so it gets none. A text is told twice: once, so that React takes
 * over the part around it, and once more as a change, which for React it is only when it has seen the field empty before. All
 * texts are read first: with the first change React empties the other fields of a form. The page that Next.js shows after an
 * error of its own never wakes. No quotes: they would be escaped.
 */
export const EARLY_USE_SCRIPT = `(function(){
if(document.documentElement.id===\`__next_error__\`)return;
var typed=new Set(),kept;
function note(event){
if(event.target.matches(\`input:not([type=checkbox],[type=radio],[type=file]),textarea\`))typed.add(event.target)
}
function keep(event){
var pressed=event.type===\`submit\`?event.target:event.target.closest(\`button\`);
if(!pressed)return;
event.preventDefault();
event.stopImmediatePropagation();
kept=pressed
}
function tell(field){
field.dispatchEvent(new Event(\`input\`,{bubbles:true}))
}
function retype([field,text]){
tell(field);
field.value=\`\`;
Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field),\`value\`).set.call(field,text);
tell(field)
}
addEventListener(\`input\`,note,true);
addEventListener(\`click\`,keep,true);
addEventListener(\`submit\`,keep,true);
addEventListener(\`${AWAKE}\`,function(){
removeEventListener(\`input\`,note,true);
removeEventListener(\`click\`,keep,true);
removeEventListener(\`submit\`,keep,true);
Array.from(typed,function(field){return[field,field.value]}).forEach(retype);
if(kept?.isConnected)kept.requestSubmit?kept.requestSubmit():kept.click()
},{once:true})
})()`.replaceAll("\n", "");
