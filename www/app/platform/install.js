// Lets the settings offer to install the page, where the browser can and has not done so.

/** @type {{ prompt: () => Promise<unknown> } | null} */
let offer = null;

/** The browser tells once, soon after the page has loaded; its own banner is not shown. */
export function watchInstall() {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = /** @type {Event & { prompt: () => Promise<unknown> }} */ (event);
  });
  addEventListener('appinstalled', () => (offer = null));
}

/** Asks the browser to install the page; null where it cannot. A browser asks once each time it tells. */
export const installer = () =>
  offer &&
  (() => {
    void offer?.prompt();
    offer = null;
  });
