/** An icon in lucide's format: element names with their attributes. */
export type IconNode = readonly (readonly [element: string, attributes: Readonly<Record<string, string>>])[];

/** Attributes allowed on a shape; any other means that it is not a pure outline. */
const GEOMETRY: Readonly<Record<string, readonly string[]>> = {
  path: ['d'],
  circle: ['cx', 'cy', 'r'],
  ellipse: ['cx', 'cy', 'rx', 'ry'],
  line: ['x1', 'y1', 'x2', 'y2'],
  polyline: ['points'],
  polygon: ['points'],
  rect: ['x', 'y', 'width', 'height', 'rx', 'ry'],
};

function roundPath(cx: number, cy: number, rx: number, ry: number): string {
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
}

function rectPath(x: number, y: number, width: number, height: number, rx: number, ry: number): string {
  if (rx === 0 || ry === 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const corner = (dx: number, dy: number) => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`;
  return [
    `M${x + rx} ${y}h${width - 2 * rx}${corner(rx, ry)}`,
    `v${height - 2 * ry}${corner(-rx, ry)}`,
    `h${2 * rx - width}${corner(-rx, -ry)}`,
    `v${2 * ry - height}${corner(rx, -ry)}z`,
  ].join('');
}

function shapePath(element: string, attributes: Readonly<Record<string, string>>): string | null {
  const known = GEOMETRY[element];
  if (!known || Object.keys(attributes).some((name) => name !== 'key' && !known.includes(name))) return null;
  const number = (name: string, otherwise = 0) => Number(attributes[name] ?? otherwise);
  switch (element) {
    case 'path':
      return attributes.d ?? null;
    case 'circle':
      return roundPath(number('cx'), number('cy'), number('r'), number('r'));
    case 'ellipse':
      return roundPath(number('cx'), number('cy'), number('rx'), number('ry'));
    case 'line':
      return `M${number('x1')} ${number('y1')}L${number('x2')} ${number('y2')}`;
    case 'rect': {
      const rx = number('rx', number('ry'));
      return rectPath(number('x'), number('y'), number('width'), number('height'), rx, number('ry', rx));
    }
    default:
      return `M${attributes.points ?? ''}${element === 'polygon' ? 'z' : ''}`;
  }
}

/**
 * The whole icon as data of a single path that renders identically; null if a part is not a pure outline (filled, for
 * example).
 */
export function iconPath(node: IconNode): string | null {
  const parts = node.map(([element, attributes]) => shapePath(element, attributes));
  // A path that starts with a lower-case m would be relative to the end of the previous one.
  return parts.every((part) => part !== null)
    ? parts.map((part) => part.replace(/^m/, 'M0 0m')).join('')
    : null;
}
