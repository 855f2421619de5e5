// The dialog for connecting two devices by exchanging an invitation and an answer.
import { t } from '../i18n/i18n.ts';
import { createDialog } from '../ui/dialog.ts';
import { contentsOf, type Doings, type Frame } from './dialog-steps.ts';

/** @param closed called when the dialog has closed */
export function createSheet(doings: Doings, closed: () => void) {
  const frame: Frame = {
    ...doings,
    wish: { colour: 'lot', so: 'rules', clock: null },
    camera: { stop: () => {} },
    close: () => sheet.close(),
  };
  const sheet = createDialog('together', () => {
    frame.camera.stop();
    const { body, foot } = contentsOf(frame);
    return { title: t('together.title'), body: body.filter((node) => node !== null), foot };
  });
  // Turn the camera off and clear its picture.
  sheet.dialog.addEventListener('close', () => {
    frame.camera.stop();
    sheet.dialog.replaceChildren();
    closed();
  });

  return {
    /** Shows the current step and focuses its title for screen readers. */
    show() {
      sheet.open();
      sheet.dialog.querySelector('h2')?.focus({ preventScroll: true });
    },
    close: sheet.close,
  };
}
