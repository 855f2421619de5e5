// The colours of all looks for games on other pages, which may override each of them.
import colours from '../../styles/colours.css?inline';
import looks from '../../styles/looks.css?inline';

/**
 * Makes `--line` of a look overridable by `--merels-line`, and so on. Leaves forced colours alone,
 * and what `light-dark()` compiles to.
 */
export const COLOURS = (colours + looks).replace(
  /--(?!lightningcss)([\w-]+):\s*([^;}!]+)(?=[;}])/g,
  '--$1:var(--merels-$1,$2)',
);
