/** Copies text. `select` marks it on the page: browsers offer the clipboard itself only over HTTPS. */
export async function copy(text: string, select: () => void): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  select();
  document.execCommand('copy');
}
