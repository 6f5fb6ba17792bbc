// WAL segment names consist of timeline, log and segment number, 8 hexadecimal digits each.

const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');

/** WAL position (LSN) as PostgreSQL writes it, e.g. `0/3000028`. */
function positionOf(lsn: string): bigint {
  const [high = '', low = ''] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Names of the segments from one position to another, inclusive. */
export function segmentsBetween(timeline: number, from: string, to: string, segmentBytes: number): string[] {
  const size = BigInt(segmentBytes);
  const perLog = 0x1_0000_0000n / size;
  const names: string[] = [];
  // The end is exclusive.
  const last = (positionOf(to) - 1n) / size;
  for (let segment = positionOf(from) / size; segment <= last; segment += 1n)
    names.push(`${hex(BigInt(timeline))}${hex(segment / perLog)}${hex(segment % perLog)}`);
  return names;
}
