import { text } from 'node:stream/consumers';
import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { publishFacts } from '#src/site/publish.ts';
import { imagesOfText } from '#src/site/read-facts.ts';

// `node tooling/src/tasks/publish-facts.ts FOLDER`: publishes the facts from standard input, with images in base64, to
// the site of a running server. This is a separate process, since rendering loads the code of each release.

const [, , site] = process.argv;
if (site === undefined) throw new Error('No site was named');
try {
  const { facts, images } = JSON.parse(await text(process.stdin)) as {
    facts: ShopFacts;
    images: Record<string, string>;
  };
  await publishFacts(facts, { site, images: imagesOfText(images) });
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
