import { useSyncExternalStore } from "react";
import { storageKey } from "@/lib/preference/preference";

const MUTED = storageKey("alarm.muted");
const muteListeners = new Set<() => void>();

const isMuted = () => localStorage.getItem(MUTED) === "yes";

function subscribe(listener: () => void) {
  muteListeners.add(listener);
  // Another window may have changed it.
  window.addEventListener("storage", listener);
  return () => {
    muteListeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Whether alarms are muted in this browser, and a setter. */
export function useMuted(): [boolean, (muted: boolean) => void] {
  const muted = useSyncExternalStore(subscribe, isMuted, () => false);
  const change = (next: boolean) => {
    localStorage.setItem(MUTED, next ? "yes" : "no");
    for (const listener of muteListeners) listener();
  };
  return [muted, change];
}

let audio: AudioContext | undefined;

const BEEP_SECONDS = 0.16;
const GAP_SECONDS = 0.12;

/**
 * Plays `times` short beeps unless muted; `urgent` ones are higher. Browsers allow no sound before the first user
 * interaction.
 */
export function beep(times: number, urgent: boolean): void {
  if (isMuted() || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  const context = audio;
  void context.resume().then(() => {
    for (let count = 0; count < times; count += 1) {
      const start = context.currentTime + count * (BEEP_SECONDS + GAP_SECONDS);
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.frequency.value = urgent ? 988 : 740;
      // Ramps, since a step would click.
      volume.gain.setValueAtTime(0, start);
      volume.gain.linearRampToValueAtTime(0.2, start + 0.02);
      volume.gain.setValueAtTime(0.2, start + BEEP_SECONDS - 0.04);
      volume.gain.linearRampToValueAtTime(0, start + BEEP_SECONDS);
      tone.connect(volume).connect(context.destination);
      tone.start(start);
      tone.stop(start + BEEP_SECONDS);
    }
  });
}
