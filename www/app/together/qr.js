// A link as a picture of squares, for a camera.
import encodeQR from 'qr';

/** Quiet squares around it, which cameras need. */
const BORDER = 4;
/** Pixels of the canvas for each square; how large it is on the screen the style sheet says. */
const SCALE = 6;

/** Always dark on light, whatever the page looks like: that is what cameras know. @param {string} text @param {string} label @returns {HTMLCanvasElement} */
export function drawCode(text, label) {
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
  squares.forEach((row, y) => row.forEach((dark, x) => dark && ctx.fillRect(x * SCALE, y * SCALE, SCALE, SCALE)));
  return canvas;
}
