// The three screens behind the door "Games".
import { t } from '../i18n/i18n.js';

/** @param {import('../platform/router.js').Router} router */
export const tabs = (router) => [
  { name: 'games', label: t('games.title'), link: router.link('games') },
  { name: 'collection', label: t('games.tab.file'), link: router.link('games', 'file') },
  { name: 'statistics', label: t('menu.statistics'), link: router.link('games', 'statistics') },
];
