/** A place on a photo, in its pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export const MARK_KINDS = ['arrow', 'circle'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** A mark drawn on a photo: an arrow that points at `to`, or a circle between both points. */
export interface Mark {
  readonly kind: MarkKind;
  readonly from: Point;
  readonly to: Point;
}

/** Angle of an arrow's head to its line. */
const HEAD = Math.PI / 7;

/** Red with a white edge: one of both shows on any photo. */
const STROKES = [
  ['#fff', 2],
  ['#d0021b', 1],
] as const;

function pathOf({ kind, from, to }: Mark, head: number): Path2D {
  const path = new Path2D();
  if (kind === 'circle') {
    const [width, height] = [Math.abs(to.x - from.x) / 2, Math.abs(to.y - from.y) / 2];
    path.ellipse((from.x + to.x) / 2, (from.y + to.y) / 2, width, height, 0, 0, 2 * Math.PI);
    return path;
  }
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  path.moveTo(from.x, from.y);
  path.lineTo(to.x, to.y);
  for (const side of [angle - HEAD, angle + HEAD]) {
    path.moveTo(to.x, to.y);
    path.lineTo(to.x - head * Math.cos(side), to.y - head * Math.sin(side));
  }
  return path;
}

/** Draws a photo with its marks, and a cross where the keyboard is. */
export function paint(
  canvas: HTMLCanvasElement,
  photo: ImageBitmap,
  marks: readonly Mark[],
  cursor: Point | null,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const width = Math.max(4, Math.max(canvas.width, canvas.height) / 160);
  context.drawImage(photo, 0, 0, canvas.width, canvas.height);
  context.lineCap = 'round';
  const draw = (path: Path2D) => {
    for (const [color, part] of STROKES) {
      context.strokeStyle = color;
      context.lineWidth = width * part;
      context.stroke(path);
    }
  };
  for (const mark of marks) draw(pathOf(mark, width * 6));
  if (!cursor) return;
  const cross = new Path2D();
  const arm = width * 3;
  cross.moveTo(cursor.x - arm, cursor.y);
  cross.lineTo(cursor.x + arm, cursor.y);
  cross.moveTo(cursor.x, cursor.y - arm);
  cross.lineTo(cursor.x, cursor.y + arm);
  draw(cross);
}
