import { expect, test } from 'vitest';
import { canonicalJson, type Json } from './canonical-json.ts';

test('REC-67 the examples of RFC 8785: order of keys, strings and numbers', () => {
  expect(
    canonicalJson({
      numbers: [333_333_333.333_333_3, 1e30, 4.5, 2e-3, 0.000_000_000_000_000_000_000_000_001, -0],
      string: '€$\u000F\nA\'B"\\\\"/',
      literals: [null, true, false],
    }),
  ).toBe(
    `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],"string":"€$\\u000f\\nA'B\\"\\\\\\\\\\"/"}`,
  );
  const keys = ['€', '\r', '\uFB33', '1', '😀', '\u0080', 'ö'];
  expect(
    Object.keys(JSON.parse(canonicalJson(Object.fromEntries(keys.map((key) => [key, 1])))) as object),
  ).toEqual(['1', '\r', '\u0080', 'ö', '€', '😀', '\uFB33']);
});

test('REC-67 equal values have one text, whatever order their keys came in; what is no JSON is refused', () => {
  expect(canonicalJson({ b: { d: [], c: {} }, a: 'x' })).toBe(canonicalJson({ a: 'x', b: { c: {}, d: [] } }));
  for (const odd of [Number.NaN, Infinity, '\uD800', { '\uDC00': 1 }])
    expect(() => canonicalJson(odd as Json)).toThrow(TypeError);
});
