// Draws a link as a QR code.
import encodeQR from 'qr';

/** The quiet zone, in squares. */
const BORDER = 4;
/** Canvas pixels per square; the style sheet sets the size on screen. */
const SCALE = 6;

/** Always dark on light, whatever the theme, for the scanner's sake. */
export function drawCode(text: string, label: string): HTMLCanvasElement {
  const squares = encodeQR(text, 'raw', { ecc: 'low', border: BORDER });
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = squares.length * SCALE;
  canvas.className = 'together-code';
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', label);
  const ctx = canvas.getContext('2d');
  if (!ctx) return canvas;
  ctx.fillStyle = '#fff';
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.fillStyle = '#000';
  squares.forEach((row, y) =>
    row.forEach((dark, x) => dark && ctx.fillRect(x * SCALE, y * SCALE, SCALE, SCALE)),
  );
  return canvas;
}
