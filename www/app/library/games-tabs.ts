// The three screens behind the door "Games".
import { t } from '../i18n/i18n.ts';
import type { Router } from '../platform/router.ts';

export const tabs = (router: Router) => [
  { name: 'games', label: t('games.title'), link: router.link('games') },
  { name: 'collection', label: t('games.tab.file'), link: router.link('games', 'file') },
  { name: 'statistics', label: t('menu.statistics'), link: router.link('games', 'statistics') },
];
