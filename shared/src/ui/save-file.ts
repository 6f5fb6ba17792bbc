/** Downloads a text, or its parts, as a file. `name` includes the extension. */
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
  // The download has started by the next turn of the event loop; without revoking, the text would stay in memory.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
