/** The part of the encoder that is used here. */
declare module 'gifenc' {
  /** Red, green and blue, 0 to 255. */
  export type Colour = number[];

  export interface FrameOptions {
    palette?: Colour[];
    /** In milliseconds. */
    delay?: number;
    transparent?: boolean;
    transparentIndex?: number;
    /** 1: keep the previous frame. */
    dispose?: number;
    /** 0: forever. */
    repeat?: number;
    /** Bits per pixel. */
    colorDepth?: number;
  }

  export function GIFEncoder(): {
    writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
  export function quantize(
    rgba: Uint8ClampedArray | Uint8Array,
    most: number,
    options?: { format: 'rgb565' },
  ): Colour[];
  export function applyPalette(
    rgba: Uint8ClampedArray | Uint8Array,
    palette: Colour[],
    format?: 'rgb565',
  ): Uint8Array;
}
