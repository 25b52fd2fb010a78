import { Menu } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { t } from '../../lib/i18n/texts';
import styles from './bottom-navigation.module.css';
import { MenuEntry, type MenuItem } from './menu-item';
import entry from './menu-item.module.css';
import { MenuList } from './menu-list';
import { usePopup } from './use-popup';

/** As many as a narrow phone shows beside each other. */
const PLACES = 5;

/** The bar at the bottom of a phone: the rooms used most, and behind its last place everything else. */
export function BottomNavigation({ menu, home }: { menu: readonly MenuItem[]; home: string }) {
  const [open, setOpen] = useState(false);
  const { root, button, onBlur } = usePopup(open, () => setOpen(false));
  const { pathname } = useLocation();
  const fits = menu.length <= PLACES;
  const marked = menu.filter(({ primary }) => primary);
  const bar = fits ? menu : (marked.length > 0 ? marked : menu).slice(0, PLACES - 1);
  const rest = menu.filter((item) => !bar.includes(item));
  const isInRest = rest.some(({ to }) => pathname === to);

  useEffect(() => {
    if (open) root.current?.querySelector<HTMLElement>('#more-menu a, #more-menu button')?.focus();
  }, [open, root]);

  return (
    <div ref={root} className={styles.bottom} onBlur={onBlur}>
      <nav aria-label={t('common.menu.main')}>
        {open && (
          <div id="more-menu" className={styles.sheet}>
            <MenuList menu={rest} home={home} onFollow={() => setOpen(false)} />
          </div>
        )}
        <ul className={styles.bar}>
          {bar.map((item) => (
            <li key={item.to}>
              <MenuEntry item={item} home={home} look="bar" onFollow={() => setOpen(false)} />
            </li>
          ))}
          {rest.length > 0 && (
            <li>
              <button
                ref={button}
                type="button"
                className={`${entry.entry} ${entry.bar}`}
                data-current={isInRest || undefined}
                aria-expanded={open}
                aria-controls="more-menu"
                onClick={() => setOpen(!open)}
              >
                <Menu size={19} aria-hidden="true" />
                <span className={entry.label}>{t('shell.menu.more')}</span>
              </button>
            </li>
          )}
        </ul>
      </nav>
    </div>
  );
}
