/** Colours from all over the cube, the same in every run: corners, and what a linear congruence gives. For tests. */
export function someColors(count: number): string[] {
  const corners = ['#000000', '#ffffff', '#ff0000', '#00ff00', '#0000ff', '#ffff00', '#00ffff', '#ff00ff'];
  let state = 20_261_123;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return `#${(state >>> 8).toString(16).padStart(6, '0')}`;
  };
  return [...corners, ...Array.from({ length: count }, next)];
}
