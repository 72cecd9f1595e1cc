"use client";

import { Check, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { controlLook } from "@/components/ui/control-class";
import { Spinner } from "@/components/ui/spinner";
import type { ControlProps } from "./field";

export type SelectOption = { value: string; label: string; hint?: string | undefined };

type MultiSelectProps = {
  control: Partial<ControlProps> & { id: string; "aria-label"?: string };
  /** The name under which a surrounding form submits the values. */
  name?: string;
  value: readonly SelectOption[];
  onChange: (value: readonly SelectOption[]) => void;
  /** The matching options, as far as they are offered. */
  options: readonly SelectOption[];
  query: string;
  onQuery: (query: string) => void;
  pending?: boolean;
  /** Called when the search gets focus. */
  onFocus?: () => void;
  /** At most one value: a further choice replaces it. */
  single?: boolean;
  /** A choice can be replaced but not removed. */
  fixed?: boolean;
  disabled?: boolean;
  texts: { placeholder: string; none: string; remove: (label: string) => string };
};

/**
 * A search with matching options, and the chosen values as chips. Arrows and Enter choose, Backspace in an empty search
 * removes the last value, Escape closes only the list.
 */
export function MultiSelect(props: MultiSelectProps) {
  const { control, name, value, onChange, options, query, onQuery, pending = false, single = false, texts } = props;
  const isFixed = props.fixed === true;
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const carrier = useRef<HTMLSelectElement>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const at = Math.min(active, options.length - 1);
  // What is typed to replace a single value needs its room.
  const chips = single && query !== "" ? [] : value;

  useEffect(() => {
    if (!open) return;
    // Runs before a surrounding dialog, which listens on the document.
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      setOpen(false);
    };
    window.addEventListener("keydown", onEscape, { capture: true });
    return () => window.removeEventListener("keydown", onEscape, { capture: true });
  }, [open]);
  const height = `${options.length} ${value.length}`;
  useEffect(() => {
    if (!open || !height) return;
    document.getElementById(listId)?.scrollIntoView({ block: "nearest" });
    document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [open, at, listId, height]);

  const isChosen = (option: SelectOption) => value.some((one) => one.value === option.value);
  const change = (next: readonly SelectOption[]) => {
    onChange(next);
    // Notifies a surrounding form, as any other field does.
    carrier.current?.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const search = (text: string) => {
    onQuery(text);
    setActive(0);
    setOpen(true);
  };
  const pick = (option: SelectOption) => {
    if (isChosen(option)) {
      if (!isFixed) change(value.filter((one) => one.value !== option.value));
    } else change(single ? [option] : [...value, option]);
    if (query !== "") onQuery("");
    if (single) setOpen(false);
    input.current?.focus();
  };
  const move = (by: number) => {
    if (!open) return setOpen(true);
    setActive((at + by + options.length) % Math.max(1, options.length));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const option = options[at];
    const last = value.at(-1);
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter" && open && option) pick(option);
    else if (event.key === "Backspace" && query === "" && last && !isFixed) return change(value.slice(0, -1));
    else return;
    event.preventDefault();
  };

  return (
    <div className="relative min-w-0">
      <div
        className={cn(
          controlLook,
          "flex min-h-control flex-wrap items-center gap-1 px-1.5 py-[3px] focus-within:outline-2 focus-within:outline-ring",
          control["aria-invalid"] && "border-critical",
          props.disabled && "pointer-events-none opacity-50",
        )}
        onPointerDown={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          input.current?.focus();
        }}
      >
        {chips.map((one) => (
          <span
            key={one.value}
            className={cn(
              "inline-flex h-6 max-w-full items-center gap-0.5 rounded-sm bg-primary-soft pl-2 text-primary-soft-foreground text-sm",
              isFixed && "pr-2",
            )}
          >
            <span className="truncate" title={one.label}>
              {one.label}
            </span>
            {!isFixed && (
              <button
                type="button"
                aria-label={texts.remove(one.label)}
                disabled={props.disabled}
                className="grid size-6 shrink-0 place-items-center rounded-sm hover:bg-accent"
                onClick={() => {
                  change(value.filter((kept) => kept.value !== one.value));
                  input.current?.focus();
                }}
              >
                <X aria-hidden="true" className="size-3.5" />
              </button>
            )}
          </span>
        ))}
        <input
          {...control}
          ref={input}
          type="text"
          role="combobox"
          autoComplete="off"
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={open && at >= 0 ? `${listId}-${at}` : undefined}
          required={undefined}
          aria-required={control.required}
          disabled={props.disabled}
          placeholder={value.length === 0 || !single ? texts.placeholder : undefined}
          value={query}
          // With a single choice the search needs no room beside the chosen value.
          className={cn(
            "h-6 flex-1 bg-transparent px-1 outline-none placeholder:text-faint-foreground",
            single && chips.length > 0 ? "w-0 min-w-4" : "min-w-24",
          )}
          onFocus={props.onFocus}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setOpen(false);
            if (query !== "") onQuery("");
          }}
          onChange={(event) => {
            // The search text is not a value of the surrounding form.
            event.stopPropagation();
            search(event.target.value);
          }}
        />
        {pending && <Spinner className="mr-1 text-muted-foreground" />}
      </div>
      <select
        ref={carrier}
        multiple
        hidden
        aria-hidden="true"
        tabIndex={-1}
        name={name}
        value={value.map((one) => one.value)}
        onChange={() => {}}
      >
        {value.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
      <div
        id={listId}
        role="listbox"
        aria-label={control["aria-label"] ?? texts.placeholder}
        aria-multiselectable={!single}
        hidden={!open}
        className="absolute top-full left-0 z-40 mt-1 max-h-60 w-max min-w-full max-w-[min(24rem,calc(100vw-2.5rem))] overflow-y-auto rounded-md bg-popover p-1 text-popover-foreground shadow-overlay"
      >
        {options.map((option, index) => (
          <Line
            key={option.value}
            id={`${listId}-${index}`}
            option={option}
            isActive={index === at}
            isChosen={isChosen(option)}
            onPick={() => pick(option)}
            onHover={() => setActive(index)}
          />
        ))}
        {options.length === 0 && !pending && (
          <p role="presentation" className="px-2 py-3 text-center text-muted-foreground text-sm">
            {texts.none}
          </p>
        )}
      </div>
    </div>
  );
}

type LineProps = {
  id: string;
  option: SelectOption;
  isActive: boolean;
  isChosen: boolean;
  onPick: () => void;
  onHover: () => void;
};

/** The focus stays in the search, so only the pointer can press a line. */
function Line({ id, option, isActive, isChosen, onPick, onHover }: LineProps) {
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={cn(
        "flex min-h-8 w-full cursor-default text-left items-center gap-2 rounded-sm px-2 py-1 text-base touch:min-h-11",
        isActive && "bg-accent text-accent-foreground",
      )}
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={onHover}
      onClick={onPick}
    >
      <Check aria-hidden="true" className={cn("size-4 shrink-0 text-primary", !isChosen && "invisible")} />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
        <span className="wrap-anywhere">{option.label}</span>
        {option.hint && <span className="wrap-anywhere text-muted-foreground text-xs">{option.hint}</span>}
      </span>
    </button>
  );
}
