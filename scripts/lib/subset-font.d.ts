/** What is used of the package, which has no types of its own. */
declare module 'subset-font' {
  export default function subset(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'sfnt' | 'woff2'; keepFeatures: string[]; dropTables: string[] },
  ): Promise<Uint8Array>;
}
