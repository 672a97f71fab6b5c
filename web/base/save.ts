/**
 * A cell of a table as a spreadsheet reads it as text: it would run one as a formula that begins so, also in full-width signs, and behind
 * what it may take for a separator.
 */
export function noFormula(cell: string): string {
  const text = cell.replace(/([;\t\r\n])(?=[=+\-@＝＋－＠])/g, "$1'");
  return /^[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text;
}

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
