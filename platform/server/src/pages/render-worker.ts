import { parentPort, workerData } from 'node:worker_threads';
import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { prerender } from './prerender.ts';
import type { Templates } from './templates.ts';

/** Input of this thread. */
export interface RenderInput {
  /** Folder of the release. */
  folder: string;
  templates: Pick<Templates, 'pages' | 'bundles'>;
  facts: ShopFacts;
}

const { folder, templates, facts } = workerData as RenderInput;
parentPort?.postMessage(await prerender(folder, templates, facts), []);
