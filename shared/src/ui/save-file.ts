/** Hands a text, or its parts, to the browser as a download. `name` with its extension. */
export function saveFile(
  name: string,
  text: string | readonly string[],
  type = 'text/csv;charset=utf-8',
): void {
  const url = URL.createObjectURL(new Blob(typeof text === 'string' ? [text] : [...text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by the next turn of the event loop; without this the text stays in memory with the page.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
