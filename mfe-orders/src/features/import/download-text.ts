/** Hands a text to the browser as a file to save. */
export function downloadText(fileName: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // After the click has been handled; the browser has taken its copy by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
