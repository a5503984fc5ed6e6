/** Have the browser keep a file. */
export function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: some browsers only begin when this is over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
