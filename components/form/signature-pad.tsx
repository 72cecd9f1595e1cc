"use client";

import { type PointerEvent, type RefObject, useRef } from "react";

/** The canvas size in pixels: one line of handwriting, sharp enough for print at 8 cm. */
export const SIGNATURE_SIZE = { width: 960, height: 360 };

/** Dark blue, to stand out from printed text. */
const PEN = { width: 5, colour: "#10213f" };

type SignaturePadProps = { canvas: RefObject<HTMLCanvasElement | null>; label: string; onDraw: () => void };

/** A canvas to draw on with mouse, pen or finger. Dark ink on a transparent background, suitable for print. */
export function SignaturePad({ canvas, label, onDraw }: SignaturePadProps) {
  const last = useRef<{ x: number; y: number } | null>(null);

  const pointOf = (event: { clientX: number; clientY: number }, sheet: HTMLCanvasElement) => {
    const box = sheet.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * SIGNATURE_SIZE.width,
      y: ((event.clientY - box.top) / box.height) * SIGNATURE_SIZE.height,
    };
  };
  const drawTo = (event: { clientX: number; clientY: number }) => {
    const sheet = canvas.current;
    const context = sheet?.getContext("2d");
    if (!sheet || !context || !last.current) return;
    const next = pointOf(event, sheet);
    Object.assign(context, { lineWidth: PEN.width, strokeStyle: PEN.colour, lineCap: "round", lineJoin: "round" });
    context.beginPath();
    context.moveTo(last.current.x, last.current.y);
    context.lineTo(next.x, next.y);
    context.stroke();
    last.current = next;
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    last.current = pointOf(event, event.currentTarget);
    // A single dot is drawn as well.
    drawTo(event);
    onDraw();
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!last.current) return;
    // Fast strokes produce more points than frames.
    const points = event.nativeEvent.getCoalescedEvents?.() ?? [];
    for (const point of points.length > 0 ? points : [event.nativeEvent]) drawTo(point);
  };
  const end = () => {
    last.current = null;
  };
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      width={SIGNATURE_SIZE.width}
      height={SIGNATURE_SIZE.height}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      className="block w-full cursor-crosshair touch-none"
    />
  );
}
