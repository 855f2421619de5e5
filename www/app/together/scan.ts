// Scans QR codes with the camera.
import { bareText } from './invitation.ts';

/** The interval between frames in milliseconds, and their maximum size in pixels. */
const INTERVAL = 150;
const SIZE = 800;

/** Could there be a camera? */
export const canScan = () => typeof navigator.mediaDevices?.getUserMedia === 'function';

/**
 * Shows the camera's picture until an invitation or answer is found. Rejects if there is no camera
 * or permission.
 * @returns stops scanning
 */
export async function scan(
  video: HTMLVideoElement,
  found: (text: string) => void,
): Promise<() => void> {
  const [stream, { default: decodeQR }] = await Promise.all([
    navigator.mediaDevices.getUserMedia({
      video: { facingMode: 'environment', width: { ideal: 1280 } },
      audio: false,
    }),
    import('qr/decode.js'),
  ]);
  let timer = 0;
  function stop() {
    clearTimeout(timer);
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
  // Closed while the camera was starting.
  if (!video.isConnected || video.hidden) {
    stop();
    return stop;
  }
  video.srcObject = stream;
  await video.play().catch(() => {});
  const canvas = document.createElement('canvas');
  const ctx = canvas.getContext('2d', { willReadFrequently: true });

  function scanFrame() {
    if (!video.isConnected || video.hidden) return stop();
    timer = window.setTimeout(scanFrame, INTERVAL);
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
      // No code in this frame.
    }
  }

  scanFrame();
  return stop;
}
