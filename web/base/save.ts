/** Hands a text or bytes to the person as a file. Nothing leaves the machine. */
export function saveAs(name: string, content: string | Blob, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has taken the address by the time the next task runs.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
