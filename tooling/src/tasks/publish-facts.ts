import { text } from 'node:stream/consumers';
import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { publishFacts } from '#src/site/publish.ts';
import { imagesOfText } from '#src/site/read-facts.ts';

// `node tooling/src/tasks/publish-facts.ts FOLDER`: lets the site of a running server say the facts that come on
// standard input, with their images in base64. A process of its own, since rendering runs the code of every release
// that there was.

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
