/** The classes shared by all text-like controls, except the height. */
export const controlLook =
  "w-full min-w-0 rounded-md border border-input bg-card text-base text-foreground transition-[border-color,box-shadow] placeholder:text-faint-foreground hover:border-muted-foreground focus-visible:border-ring focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-critical-solid aria-invalid:focus-visible:outline-critical-solid [&[readonly]]:bg-muted disabled:cursor-not-allowed disabled:border-border-strong disabled:bg-muted disabled:text-faint-foreground touch:text-lg touch:placeholder:text-base";

/** The classes of inputs, selects, textareas and picker triggers. */
export const controlClass = `h-control ${controlLook}`;
