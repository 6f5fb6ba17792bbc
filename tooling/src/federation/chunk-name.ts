/**
 * File names of chunks. The federation plugin's modules have names of a hundred characters, which would be repeated in
 * the preloads of every page.
 * @param folder with a trailing slash, or empty.
 */
export const chunkName =
  (folder: string) =>
  ({ name }: { name: string }): string =>
    name.includes('virtual') ? `${folder}shared-[hash].js` : `${folder}[name]-[hash].js`;
