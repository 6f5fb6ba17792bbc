/** The logo's image: what is taken, what is refused, and for whom (CFG-52). */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePng } from './support/png.ts';
import { ACTORS, openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

type Client = Shop['anon'];
const send = (content: string | Uint8Array, client: Client = shop.people.admin.client, id = randomUUID()) =>
  client.rpc('save_shop_image', { p_request_id: id, p_content: Buffer.from(content).toString('base64') });
const count = async () => Number((await shop.sql`select count(*) from private.shop_images`)[0]?.count);
const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

const XMLNS = 'xmlns="http://www.w3.org/2000/svg"';
const svg = (inner: string, attributes = 'viewBox="0 0 300 100"') =>
  `<svg ${XMLNS} ${attributes}>${inner}</svg>`;
const GOOD = svg('<rect width="300" height="100" fill="#b3261e"/>');

test.each([
  ['a drawing', GOOD],
  ['a prologue and a comment', `<?xml version="1.0" encoding="UTF-8"?>\n<!-- Hecho en casa -->\n${GOOD}\n`],
  ['a prologue in quotes of another kind', `<?xml version='1.0' encoding='utf-8' standalone='no' ?>${GOOD}`],
  ['an alphabet that is part of UTF-8', `<?xml version="1.0" encoding="us-ascii"?>\r\n${GOOD}`],
  ['width and height in place of a viewBox', svg('<path d="M0 0h9"/>', 'width="300px" height="100"')],
  [
    'gradients, styles and copies',
    svg(
      `<defs><linearGradient id="a"><stop offset="0" stop-color='red'/></linearGradient></defs>
      <style>.b{fill:url(#a);opacity:.5}</style><g class="b" style="mask: url('#m')"><use href="#c" xlink:href="#c"/></g>`,
      'viewBox="0,0,300,100" xmlns:xlink="http://www.w3.org/1999/xlink"',
    ),
  ],
  ['a picture inside', svg('<image href="data:image/png;base64,iVBORw0KGgo=" width="9" height="9"/>')],
  [
    'what Inkscape notes',
    svg(
      '<sodipodi:namedview inkscape:zoom="1" inkscape:export-filename="C:\\logo.png"/><metadata><rdf:RDF/></metadata><text>Ñandú &amp; Cía. &#169;</text>',
      'viewBox="0 0 300 100" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"',
    ),
  ],
])('CFG-52 an SVG with %s is taken, with its proportion', async (_, content) => {
  const { data, error } = await send(content);
  expect(error).toBeNull();
  expect(data).toEqual([{ hash: hashOf(content), type: 'image/svg+xml', width: 1024, height: 341 }]);
  const read = await shop.anon.rpc('shop_image', { p_hash: hashOf(content) });
  expect(read.data).toEqual([{ type: 'image/svg+xml', content: Buffer.from(content).toString('base64') }]);
});

const HOSTILE: readonly (readonly [what: string, content: string, reason: RegExp])[] = [
  ['a script', svg('<script>alert(1)</script>'), /elemento que no se permite \(script\)/],
  ['a script in capitals', svg('<SCRIPT>alert(1)</SCRIPT>'), /elemento que no se permite/],
  ['a script with a prefix', svg('<s:script xmlns:s="http://www.w3.org/2000/svg"/>'), /no se permite/],
  [
    'a prefix of drawing programs for a script',
    svg('<cc:script xmlns:cc="http://www.w3.org/2000/svg"/>'),
    /no son de un dibujo/,
  ],
  [
    'a prefix that is the page’s',
    svg('<cc:script xmlns:cc="http://www.w3.org/1999/xhtml"/>'),
    /no son de un dibujo/,
  ],
  [
    'a prefix that is a page’s once its entity is read',
    svg('<cc:script xmlns:cc="http://www.w3.org/1999/xhtm&#108;">alert(1)</cc:script>'),
    /entidades/,
  ],
  [
    'a prefix that is a drawing’s once its entity is read',
    svg('<g xmlns:cc="http://www.w3.org/2000/sv&#x67;"><cc:script>alert(1)</cc:script></g>'),
    /entidades/,
  ],
  [
    'an encoding in which a comment is none',
    `<?xml version="1.0" encoding="ISO-2022-JP"?>${svg('\u001B$B<!--\u001B(B<script>alert(1)</script> -->')}`,
    /UTF-8/,
  ],
  ['two encodings', `<?xml version="1.0" encoding="UTF-8" encoding="Shift_JIS"?>${GOOD}`, /UTF-8/],
  ['an encoding with an entity', `<?xml version="1.0" encoding="&#85;TF-8"?>${GOOD}`, /UTF-8/],
  ['a character that switches alphabets', svg('<text>\u001B$B</text>'), /no es texto/],
  ['a handler on its root', svg('', 'viewBox="0 0 9 9" onload="alert(1)"'), /código \(onload\)/],
  ['a handler in capitals', svg('<rect OnClick="alert(1)"/>'), /código \(OnClick\)/],
  ['a handler after a slash', `<svg/onload="alert(1)" ${XMLNS}></svg>`, /no comienza|mal escritas/],
  ['a handler without quotes', svg('<rect onclick=alert(1) />'), /mal escritas/],
  [
    'foreign content',
    svg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
    /foreignObject/,
  ],
  ['elements of a page', svg('<g xmlns="http://www.w3.org/1999/xhtml"/>'), /no son de un dibujo/],
  ['a link', svg('<a href="https://malo.example"><rect/></a>'), /no se permite \(a\)/],
  ['a link to a script', svg('<use href="javascript:alert(1)"/>'), /código o datos/],
  ['a link to a script behind a blank', svg('<use href=" JavaScript:alert(1)"/>'), /código o datos/],
  ['an external picture', svg('<image href="https://malo.example/a.png"/>'), /fuera del archivo/],
  [
    'an external picture with a prefix',
    svg('<image xlink:href="//malo.example/a.png"/>'),
    /fuera del archivo/,
  ],
  ['data that is a drawing', svg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'), /código o datos/],
  ['data that is a page', svg('<use href="data:text/html,x"/>'), /código o datos/],
  [
    'an animation that sets a link',
    svg('<set attributeName="href" to="javascript:alert(1)"/>'),
    /no se permite \(set\)/,
  ],
  ['a filter that loads', svg('<feImage href="https://malo.example"/>'), /no se permite \(feImage\)/],
  [
    'a style that loads',
    svg('<rect style="fill:url(https://malo.example)"/>'),
    /fuera del archivo \(style\)/,
  ],
  ['a fill that loads', svg('<rect fill="URL( \'https://malo.example#a\')"/>'), /fuera del archivo \(fill\)/],
  ['a fill that hides its address', svg('<rect fill="u\\72l(https://malo.example)"/>'), /fuera del archivo/],
  ['a style sheet that loads', svg('<style>@import "https://malo.example";</style>'), /fuera del archivo/],
  [
    'a style sheet with a hidden address',
    svg('<style>a{b:u\\72l(//malo.example)}</style>'),
    /fuera del archivo/,
  ],
  ['a style sheet with entities', svg('<style>&#64;import "//malo.example";</style>'), /fuera del archivo/],
  ['a style sheet in pieces', svg('<style>@im<g/>port "//malo.example";</style>'), /dentro de style/],
  ['a style sheet of its own', `<?xml-stylesheet href="//malo.example"?>${GOOD}`, /no es dibujo/],
  ['a base elsewhere', svg('<g xml:base="https://malo.example/"><use href="#a"/></g>'), /fuera del archivo/],
  ['a DOCTYPE', `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">${GOOD}`, /DOCTYPE/],
  ['entities of its own', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<text>&a;</text>')}`, /DOCTYPE/],
  ['an unknown entity', svg('<text>&xxe;</text>'), /entidades/],
  ['an entity in a link', svg('<use href="java&#115;cript:alert(1)"/>'), /entidades/],
  ['CDATA', svg('<style><![CDATA[ @import "x"; ]]></style>'), /no es dibujo/],
  ['CDATA around a comment', svg('<![CDATA[ <!-- ]]><script/><![CDATA[ --> ]]>'), /no es dibujo/],
  ['a comment in a tag', svg('<scr<!-- -->ipt>alert(1)</script>'), /no se permite/],
  ['tags left open', `<svg ${XMLNS} viewBox="0 0 9 9"><g></svg>`, /mal cerradas/],
  ['two drawings', `${GOOD}${GOOD}`, /más de un dibujo/],
  ['copies of copies', svg('<use href="#a"/>'.repeat(21)), /complejo/],
  ['three thousand elements', svg('<g/>'.repeat(3_000)), /demasiadas partes/],
  ['no namespace', '<svg viewBox="0 0 9 9"/>', /xmlns/],
  ['no size', `<svg ${XMLNS}><rect/></svg>`, /con su tamaño/],
  ['a page', '<!doctype html><script>alert(1)</script>', /no es dibujo|no comienza/],
  ['no drawing', 'hola', /no comienza/],
  ['nothing', '', /no comienza/],
];
test.each(HOSTILE)(
  'CFG-52 SEC-53 SEC-55 an SVG with %s is refused with the reason',
  async (_, content, reason) => {
    const before = await count();
    const { error } = await send(content);
    expect(error?.message).toMatch(/^Este archivo no se puede usar: /);
    expect(error?.message).toMatch(reason);
    expect(await count()).toBe(before);
  },
);

test('CFG-52 a PNG is taken when every part of it is there, and has the size that it says', async () => {
  const png = makePng(300, 100);
  const { data, error } = await send(png);
  expect(error).toBeNull();
  expect(data).toEqual([{ hash: hashOf(png), type: 'image/png', width: 300, height: 100 }]);
  const broken = [
    png.subarray(0, -1),
    Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]),
    Buffer.concat([png.subarray(0, 8), png.subarray(33)]),
    Buffer.concat([png.subarray(0, 33), png.subarray(-12)]),
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    Buffer.from('89504e470d0a1a0a0000000d49484452ffffffffffffffff', 'hex'),
  ];
  for (const content of broken)
    expect((await send(content)).error?.message).toMatch(/no es una imagen completa/);
  for (const png of [makePng(0, 0), makePng(0, 10), makePng(10, 0)])
    expect((await send(png)).error?.message).toMatch(/no es una imagen completa/);
  expect((await send(makePng(2049, 500))).error?.message).toContain('2048 por 512');
  expect((await send(makePng(500, 513))).error?.message).toContain('2048 por 512');
  expect((await send(makePng(1100, 100))).error?.message).toContain('demasiado angosto');
  expect((await send(Buffer.from('ffd8ffe000104a464946', 'hex'))).error?.message).toMatch(/no es texto/);
  expect((await send(Buffer.alloc(262_145, 1))).error?.message).toContain('256 kB');
});

test('CFG-52 a drawing as large as it may be is accepted within the statement timeout', async () => {
  const path = `<path d="${'M1.25 3.75L2.5 4.5'.repeat(12_000)}"/>`;
  const many = '<circle cx="10.5" cy="20.25" r="3" fill="#b3261e"/>'.repeat(1_900);
  for (const content of [svg(path), svg(many)]) {
    expect((await send(content)).error).toBeNull();
  }
});

test.each(ACTORS.filter((actor) => actor !== 'admin'))('CFG-52 %s stores no image', async (actor) => {
  const before = await count();
  const client = actor === 'anon' ? shop.anon : shop.people[actor].client;
  expect((await send(svg('<circle r="1"/>'), client)).error?.code).toBe('42501');
  expect(await count()).toBe(before);
});

test('CFG-52 the same request or the same image again is one image; another image under its id is refused', async () => {
  const [one, other] = [svg('<circle r="2"/>'), svg('<circle r="3"/>')];
  const id = randomUUID();
  const admin = shop.people.admin.client;
  const before = await count();
  const answers = await Promise.all([send(one, admin, id), send(one, admin, id), send(one)]);
  expect(answers.map(({ data }) => data?.[0]?.hash)).toEqual([hashOf(one), hashOf(one), hashOf(one)]);
  expect(await count()).toBe(before + 1);
  expect((await send(other, admin, id)).error?.code).toBe('PT409');
  expect(await count()).toBe(before + 1);
});

test('CFG-52 a logo is saved only with an image that is here; an image that no version names goes after a day', async () => {
  const save = async (logo: unknown, version: number) =>
    shop.people.admin.client.rpc('save_setting_section', {
      p_request_id: randomUUID(),
      p_section: 'look',
      p_value: { logo, color: null } as never,
      p_version: version,
    });
  const forged = { hash: 'a'.repeat(64), type: 'image/png', width: 1, height: 1 };
  expect((await save(forged, 1)).error?.message).toContain('no está guardada aquí');
  const [kept, left] = [svg('<circle r="4"/>'), svg('<circle r="5"/>')];
  const [{ data }] = await Promise.all([send(kept), send(left)]);
  const logo = data?.[0];
  expect((await save({ ...logo, width: 7 }, 1)).error?.message).toContain('no está guardada aquí');
  expect((await save(logo, 1)).data?.[0]).toMatchObject({ saved: true, version: 2 });
  expect((await save(null, 2)).data?.[0]).toMatchObject({ saved: true, version: 3 });
  await shop.sql`update private.shop_images set saved_at = now() - interval '25 hours'`;
  await send(svg('<circle r="6"/>'));
  const names = (await shop.sql`select hash from private.shop_images`).map(({ hash }) => hash as string);
  expect(names).toContain(hashOf(kept));
  expect(names).not.toContain(hashOf(left));
});
