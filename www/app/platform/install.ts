// Lets the settings offer to install the page, where the browser can and has not done so.

let offer: { prompt: () => Promise<unknown> } | null = null;

/** The browser tells once, soon after the page has loaded; its own banner is not shown. */
export function keepInstallOffer() {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as Event & { prompt: () => Promise<unknown> };
  });
  addEventListener('appinstalled', () => (offer = null));
}

/**
 * Asks the browser to install the page; null where it cannot. A browser asks once each time it
 * tells.
 */
export const installer = () =>
  offer &&
  (() => {
    void offer?.prompt();
    offer = null;
  });
