import init, { version } from '../pkg/merels.js';
import { keepOffline } from './offline.js';

await init();
const line = document.querySelector('#version');
if (line) line.textContent = `Version ${version()}`;
await keepOffline();
