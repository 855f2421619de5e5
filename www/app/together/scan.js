// Reads a picture of squares through the device's camera.
import { bareText } from './invitation.js';

/** So often a picture is looked at, in milliseconds, and so large it is then. */
const EVERY = 150;
const SIZE = 800;

/** Is there anything that could be a camera? */
export const canScan = () => typeof navigator.mediaDevices?.getUserMedia === 'function';

/**
 * Shows what the camera sees until it has seen an invitation or an answer. Rejected where there is no camera, or it may not
 * be used.
 * @param {HTMLVideoElement} video
 * @param {(text: string) => void} found
 * @returns {Promise<() => void>} ends it
 */
export async function scan(video, found) {
  const [stream, { default: decodeQR }] = await Promise.all([
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } }, audio: false }),
    import('qr/decode.js'),
  ]);
  let timer = 0;
  function stop() {
    clearTimeout(timer);
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
  // It was closed while the camera woke up.
  if (!video.isConnected || video.hidden) {
    stop();
    return stop;
  }
  video.srcObject = stream;
  await video.play().catch(() => {});
  const canvas = document.createElement('canvas');
  const ctx = canvas.getContext('2d', { willReadFrequently: true });

  function look() {
    if (!video.isConnected || video.hidden) return stop();
    timer = window.setTimeout(look, EVERY);
    const { videoWidth: width, videoHeight: height } = video;
    if (!width || !height || !ctx) return;
    const scale = Math.min(1, SIZE / Math.max(width, height));
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    ctx.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      const text = decodeQR(ctx.getImageData(0, 0, canvas.width, canvas.height));
      if (!bareText(text)) return;
      stop();
      found(text);
    } catch {
      // Nothing to be read in this picture: the next one.
    }
  }

  look();
  return stop;
}
