// The colours of every look, for where a game is shown: a page around it may choose each of them.
import colours from '../../styles/colours.css?inline';
import looks from '../../styles/looks.css?inline';

/** `--line` of a look gives way to the page's own `--merels-line`, and so on. What the system forces stays, and what `light-dark()` is built into. */
export const COLOURS = (colours + looks).replace(/--(?!lightningcss)([\w-]+):\s*([^;}!]+)(?=[;}])/g, '--$1:var(--merels-$1,$2)');
