/**
 * File names of chunks. The federation plugin's modules have names of a hundred letters, which every page would carry in its preloads.
 * @param folder with its slash, or nothing.
 */
export const chunkName =
  (folder: string) =>
  ({ name }: { name: string }): string =>
    name.includes('virtual') ? `${folder}shared-[hash].js` : `${folder}[name]-[hash].js`;
