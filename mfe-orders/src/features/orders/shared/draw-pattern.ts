import {
  dotCentre,
  PATTERN_CANVAS_SIZE,
  PATTERN_DOTS,
  type Point,
} from '@taller/shared/orders/device-codes/pattern-lock.ts';

interface PatternPicture {
  /** In drawing order. */
  dots: readonly number[];
  /** Position of the pointer, between dots. */
  finger?: Point | null;
  /** The dot selected by keyboard. */
  cursor?: number | null;
}

/** Draws the lock on a canvas in the page's colours: dots, the path with its direction, the pointer. */
export function drawPattern(canvas: HTMLCanvasElement, { dots, finger, cursor }: PatternPicture): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const style = getComputedStyle(canvas);
  const line = style.getPropertyValue('--lock-line').trim() || style.color;
  const idle = style.getPropertyValue('--lock-idle').trim() || style.color;
  context.clearRect(0, 0, PATTERN_CANVAS_SIZE, PATTERN_CANVAS_SIZE);
  context.lineCap = 'round';
  context.lineJoin = 'round';

  const points = dots.map((dot) => dotCentre(dot));
  context.strokeStyle = line;
  context.lineWidth = 6;
  context.beginPath();
  for (const [index, point] of points.entries()) {
    if (index === 0) context.moveTo(point.x, point.y);
    else context.lineTo(point.x, point.y);
  }
  if (finger && points.length > 0) context.lineTo(finger.x, finger.y);
  context.stroke();

  for (const dot of PATTERN_DOTS) {
    const { x, y } = dotCentre(dot);
    const place = dots.indexOf(dot);
    context.fillStyle = place >= 0 ? line : idle;
    context.beginPath();
    context.arc(x, y, place >= 0 ? 13 : 7, 0, Math.PI * 2);
    context.fill();
    if (place >= 0) {
      context.fillStyle = style.getPropertyValue('--lock-ink').trim() || 'white';
      context.font = `600 13px ${style.fontFamily}`;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.fillText(String(place + 1), x, y + 0.5);
    }
    if (dot === cursor) {
      context.strokeStyle = style.getPropertyValue('--lock-focus').trim() || line;
      context.lineWidth = 3;
      context.beginPath();
      context.arc(x, y, 22, 0, Math.PI * 2);
      context.stroke();
    }
  }
}
