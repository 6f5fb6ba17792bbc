import {
  dotCentre,
  PATTERN_CANVAS_SIZE,
  PATTERN_DOTS,
  type Point,
} from '@taller/shared/orders/device-codes/pattern-lock.ts';

interface PatternPicture {
  /** The dots in drawing order. */
  dots: readonly number[];
  /** Position of the pointer, between dots. */
  finger?: Point | null;
  /** The dot selected by keyboard. */
  cursor?: number | null;
}

/** Draws an arrow in the middle of the line between two dots. */
function drawArrow(context: CanvasRenderingContext2D, from: Point, to: Point): void {
  context.save();
  context.translate((from.x + to.x) / 2, (from.y + to.y) / 2);
  context.rotate(Math.atan2(to.y - from.y, to.x - from.x));
  context.beginPath();
  context.moveTo(10, 0);
  context.lineTo(-7, -10);
  context.lineTo(-7, 10);
  context.fill();
  context.restore();
}

/**
 * Draws the lock on a canvas in the page's colours: every cell with its number, a ring around the first dot, the path
 * with arrows, the pointer.
 */
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
  context.fillStyle = line;
  for (const [index, point] of points.slice(1).entries()) drawArrow(context, points[index] ?? point, point);

  context.font = `600 13px ${style.fontFamily}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const dot of PATTERN_DOTS) {
    const { x, y } = dotCentre(dot);
    const isVisited = dots.includes(dot);
    if (isVisited) {
      context.fillStyle = line;
      context.beginPath();
      context.arc(x, y, 13, 0, Math.PI * 2);
      context.fill();
    }
    if (dot === dots[0]) {
      context.strokeStyle = line;
      context.lineWidth = 3;
      context.beginPath();
      context.arc(x, y, 18, 0, Math.PI * 2);
      context.stroke();
    }
    context.fillStyle = isVisited ? style.getPropertyValue('--lock-ink').trim() || 'white' : idle;
    context.fillText(String(dot), x, y + 0.5);
    if (dot === cursor) {
      context.strokeStyle = style.getPropertyValue('--lock-focus').trim() || line;
      context.lineWidth = 3;
      context.beginPath();
      context.arc(x, y, 22, 0, Math.PI * 2);
      context.stroke();
    }
  }
}
