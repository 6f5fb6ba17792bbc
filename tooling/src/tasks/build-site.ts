import { buildSite } from '#src/site/build-site.ts';

// `pnpm build:site [FOLDER]`: the static site for any host.
const started = performance.now();
const folder = await buildSite({ outDir: process.argv[2], log: (line) => console.log(line) });
console.log(`Sitio listo en ${folder} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
