// Reads files and text dropped onto the page.

/** Larger than any single game. */
const LARGEST = 4_000_000;

/** The file's text; null if it is too large for a single game or unreadable. */
export const textOf = async (file: File): Promise<string | null> =>
  file.size > LARGEST ? null : file.text().catch(() => null);

/** @param open gets null for a file that is not a single game and goes to the collection */
export function listenForDrops(
  page: HTMLElement,
  open: (text: string | null, file?: File) => void,
) {
  const has = (event: DragEvent) =>
    event.dataTransfer?.types.some((type) => type === 'Files' || type === 'text/plain') ?? false;
  const field = (event: DragEvent) =>
    event.target instanceof Element && event.target.matches('input, textarea');
  const mark = (on: boolean) => page.classList.toggle('dropping', on);

  addEventListener('dragover', (event) => {
    if (!has(event) || field(event)) return;
    event.preventDefault();
    mark(true);
  });
  addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) mark(false);
  });
  addEventListener('drop', async (event) => {
    mark(false);
    const { dataTransfer } = event;
    if (!dataTransfer || !has(event) || field(event)) return;
    event.preventDefault();
    // Else it would open behind them.
    for (const dialog of document.querySelectorAll('dialog')) if (dialog.open) dialog.close();
    const file = dataTransfer.files[0];
    open(file ? await textOf(file) : dataTransfer.getData('text/plain'), file);
  });
}
