import { expect, test } from 'vitest';
import { paintFirst } from './styles-first.ts';

test('PUB-06 the shell’s stylesheet comes before what a page preloads, and its script after, at low priority', () => {
  const built = `<head>
    <title>Taller</title>
    <!--head-->
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/index-1.css">
  </head>`;
  expect(paintFirst(built)).toBe(`<head>
    <title>Taller</title>
    <link rel="stylesheet" crossorigin href="/assets/index-1.css">
    <!--head-->
    <script type="module" fetchpriority="low" crossorigin src="/assets/index-1.js"></script>
  </head>`);
});
