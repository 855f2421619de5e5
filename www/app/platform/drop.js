// Files and texts that are dropped onto the page, or chosen as a file, become text to be read.

/** More than any single game that could be read. */
const LARGEST = 4_000_000;

/** The file's text; null where it is too large to be a game, or cannot be read. @param {File} file @returns {Promise<string | null>} */
export const textOf = async (file) => (file.size > LARGEST ? null : file.text().catch(() => null));

/** @param {HTMLElement} page @param {(text: string | null, file?: File) => void} open null: a file that is not one game, to be read and spoken of with files of many */
export function listenForDrops(page, open) {
  const has = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.some((type) => type === 'Files' || type === 'text/plain') ?? false;
  const field = (/** @type {DragEvent} */ event) => event.target instanceof Element && event.target.matches('input, textarea');
  const mark = (/** @type {boolean} */ on) => page.classList.toggle('dropping', on);

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
    const file = dataTransfer.files[0];
    open(file ? await textOf(file) : dataTransfer.getData('text/plain'), file);
  });
}
