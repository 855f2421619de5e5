// What the system starts the installed page with: a shortcut, a text or link to open, files. See
// manifest.webmanifest.
import { textOf } from './drop.ts';

interface Launch {
  files: readonly { getFile(): Promise<File> }[];
}

/** The cache in which the service worker leaves files that were shared. */
const SHARED = 'merels-shared';

/** @param open as for what is dropped onto the page */
export function takeLaunch(
  shortcuts: { new: () => void; continue: () => void },
  open: (text: string | null, file?: File) => void,
) {
  const query = new URLSearchParams(location.search);
  if (location.search) history.replaceState(history.state, '', location.pathname + location.hash);
  const name = query.get('do');
  if (name === 'new' || name === 'continue') shortcuts[name]();
  if (name === 'open') return void openLeft(open);
  const shared = ['text', 'url', 'title'].map((part) => query.get(part)?.trim()).find(Boolean);
  if (shared) openShared(shared, open);
  (
    window as { launchQueue?: { setConsumer(consumer: (launch: Launch) => void): void } }
  ).launchQueue?.setConsumer(({ files }) => void openFiles(files, open));
}

function openShared(text: string, open: (text: string | null) => void) {
  // Programs put words before a link; a record has links in its comments and tags.
  const link = /^[^{}[\]]*?(https?:\/\/[^\s#]+#\S+)/.exec(text)?.[1];
  // A link to this page is followed, whatever it holds.
  if (link?.startsWith(`${location.origin}${location.pathname}#`))
    location.hash = link.slice(link.indexOf('#'));
  else open(link ?? text);
}

/** Opens the files that the service worker left, once. */
async function openLeft(open: (text: string | null, file?: File) => void) {
  const left = await takeLeft().catch(() => []);
  if (!left.length) return open('');
  await openFiles(
    left.map((response) => ({ getFile: async () => new File([await response.blob()], '') })),
    open,
  );
}

async function takeLeft() {
  const left = await (await caches.open(SHARED)).matchAll();
  await caches.delete(SHARED);
  return left;
}

/** Several files are one list of games. */
async function openFiles(
  handles: Launch['files'],
  open: (text: string | null, file?: File) => void,
) {
  try {
    const files = await Promise.all(handles.map((handle) => handle.getFile()));
    const [first] = files;
    if (!first) return;
    const file =
      files.length > 1
        ? new File(
            files.flatMap((part) => [part, '\n\n']),
            first.name,
          )
        : first;
    open(await textOf(file), file);
  } catch (error) {
    // It was moved or deleted meanwhile: refused as an empty text is.
    console.warn('A file cannot be read:', error);
    open('');
  }
}
