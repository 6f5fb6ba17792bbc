/** Signatures of customers (REC-70): the answers of the server, and the form of a drawn signature. */

/** The moments at which customers sign. */
export const SIGNED_MOMENTS = ['reception', 'delivery'] as const;
export type SignedMoment = (typeof SIGNED_MOMENTS)[number];

/** Strokes of a drawn signature: x and y in turn, in {@link FIELD}. */
export type Strokes = readonly (readonly number[])[];

/** The field in which strokes are kept: private.are_strokes has the same numbers. */
export const FIELD = { width: 1000, height: 400 } as const;

/** The facts of one order that are signed. */
export interface SignedContent {
  readonly number: number;
  readonly customer: { readonly name: string; readonly rut: string; readonly phone: string };
  readonly type: string;
  readonly brand: string;
  readonly model: string;
  readonly imei: string | null;
  readonly points: readonly { readonly label: string; readonly result: string }[];
  readonly accessories: readonly string[];
  /** SHA-256 of each. */
  readonly photos: readonly string[];
  /** Present at reception only. */
  readonly condition?: string;
  readonly problem?: string;
  /** Present at delivery only. */
  readonly work?: string;
  readonly total?: number;
}

/** The contents to be signed: the answer of signing. */
export interface Signing {
  readonly moment: SignedMoment;
  /** Sent with the signature, so that it is of what was shown. */
  readonly digest: string;
  readonly orders: readonly SignedContent[];
  readonly terms: readonly string[];
}

/** The state of a link to sign: the answer of get_signing. */
export type LinkSigning =
  | ({ readonly state: 'open' } & Signing)
  | { readonly state: 'used' | 'expired' | 'signed' | 'unknown' };

/** A row of order_signatures. */
export interface OrderSignature {
  readonly id: string;
  readonly moment: SignedMoment;
  readonly signed_at: string;
  /** Null once the person was taken out; the strokes then too. */
  readonly signer_name: string | null;
  readonly strokes: Strokes | null;
  readonly is_drawn: boolean;
  readonly by_link: boolean;
  /** Whether the signed facts are unchanged since. */
  readonly is_current: boolean;
}

/** A signature as it is sent. */
export interface NewSignature {
  digest: string;
  name: string;
  /** Null: the name is the signature. */
  strokes: Strokes | null;
}

/** The signature of a moment that counts, or else the newest: what was changed and changed back is signed as it was. */
export function latestOf(
  signatures: readonly OrderSignature[],
  moment: SignedMoment,
): OrderSignature | undefined {
  const all = signatures.filter((signature) => signature.moment === moment);
  return all.find((signature) => signature.is_current) ?? all[0];
}

/** A point of a stroke, in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

const MOST_POINTS = 2000;
const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)));

/** Strokes that were drawn on a field of a width in pixels, as they are kept: without points that show nothing. */
export function strokesOf(drawn: readonly (readonly Point[])[], width: number): Strokes {
  const scale = FIELD.width / width;
  const thinned = (distance: number) =>
    drawn.map((stroke) => {
      const kept: number[] = [];
      for (const [index, point] of stroke.entries()) {
        const [x, y] = [within(point.x * scale, FIELD.width), within(point.y * scale, FIELD.height)];
        const [lastX = -1e9, lastY = -1e9] = kept.slice(-2);
        const isLast = index === stroke.length - 1;
        if (Math.hypot(x - lastX, y - lastY) >= distance || (isLast && (x !== lastX || y !== lastY)))
          kept.push(x, y);
      }
      return kept;
    });
  let distance = 3;
  let strokes = thinned(distance);
  while (strokes.flat().length > 2 * MOST_POINTS && distance < 100) {
    distance *= 1.5;
    strokes = thinned(distance);
  }
  return strokes;
}

/** The points of strokes on a field of a width in pixels. */
export function pointsOf(strokes: Strokes, width: number): Point[][] {
  const scale = width / FIELD.width;
  return strokes.map((stroke) =>
    Array.from({ length: stroke.length / 2 }, (_, index) => ({
      x: (stroke[2 * index] ?? 0) * scale,
      y: (stroke[2 * index + 1] ?? 0) * scale,
    })),
  );
}

/** Whether strokes are more than a dot: private.are_strokes asks for the same. */
export function areStrokes(strokes: Strokes): boolean {
  const points = pointsOf(strokes, FIELD.width).flat();
  const span = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  return points.length > 1 && span(points.map(({ x }) => x)) + span(points.map(({ y }) => y)) >= 40;
}

/** Strokes as the path of an SVG, rounded between its points. */
export function pathOf(strokes: Strokes): string {
  return pointsOf(strokes, FIELD.width)
    .map(([first, ...rest]) => {
      if (!first) return '';
      const curves = rest.map((point, index) => {
        const before = index === 0 ? first : (rest[index - 1] ?? first);
        return `Q${before.x} ${before.y} ${(before.x + point.x) / 2} ${(before.y + point.y) / 2}`;
      });
      const last = rest.at(-1) ?? { x: first.x + 1, y: first.y };
      return `M${first.x} ${first.y}${curves.join('')}L${last.x} ${last.y}`;
    })
    .join('');
}
