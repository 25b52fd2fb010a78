import { Menu, X } from 'lucide-react';
import { useId, useMemo, useSyncExternalStore } from 'react';
import { menu } from 'virtual:content/landing-start';
import { doors, hashLink } from '../../config/doors';
import { isFlaggedLoggedIn } from '../../lib/session-token';
import { outward } from '../../lib/outward';
import { Logo } from '../brand/logo';
import { buttonClass } from '../feedback/button';
import { t } from '../../lib/i18n/texts';
import { ColorSwitch } from './color-switch';
import styles from './public-header.module.css';
import { SkipLink } from './skip-link';
import { useCurrentSection } from './use-current-section';
import { useMenu } from './use-menu';

const sectionsOf = (links: typeof menu) =>
  links.filter(({ link }) => link.startsWith('#') && !link.startsWith('#/')).map(({ link }) => link.slice(1));

function onScroll(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true });
  return () => removeEventListener('scroll', listener);
}

function onStorage(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

/**
 * The head of everything a visitor sees. Plain hash links: the landing page carries no router, and a hash link works the
 * same inside of one. Login is one address for everybody: its page sends a person who is signed in on to their own dashboard.
 */
export function PublicHeader() {
  const menuId = useId();
  const { isOpen, toggle, close, area, button, list, onBlur } = useMenu();
  const current = useCurrentSection(useMemo(() => sectionsOf(menu), []));
  const isScrolled = useSyncExternalStore(
    onScroll,
    () => scrollY > 0,
    () => false,
  );
  const isKnown = useSyncExternalStore(onStorage, isFlaggedLoggedIn, () => false);
  return (
    <>
      <SkipLink />
      <header className={styles.header} data-open={isOpen || undefined} data-scrolled={isScrolled || undefined}>
        <div ref={area} className={styles.bar} onBlur={onBlur}>
          <div className={styles.inner}>
            <a href="#home" className={styles.home} aria-label={t('common.brandHome')} onClick={close}>
              <Logo />
            </a>
            <nav id={menuId} className={styles.sections} aria-label={t('common.menu.main')}>
              <ul ref={list}>
                {menu.map(({ label, link }) => (
                  <li key={link}>
                    <a href={link} {...outward(link)} aria-current={link === `#${current}` || undefined} onClick={close}>
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
            <ColorSwitch />
            <nav className={styles.account} aria-label={t('common.menu.account')}>
              <a
                href={hashLink(doors.login)}
                className={buttonClass({ look: 'quiet' })}
                title={isKnown ? t('common.header.toDashboard') : undefined}
                onClick={close}
              >
                {t('common.header.login')}
              </a>
              <a href={hashLink(doors.register)} className={buttonClass({ look: 'primary' })} onClick={close}>
                {t('common.header.signUp')}
              </a>
            </nav>
            <button
              ref={button}
              type="button"
              className={styles.menu}
              aria-expanded={isOpen}
              aria-controls={menuId}
              aria-label={t(isOpen ? 'common.menu.close' : 'common.menu.open')}
              onClick={toggle}
            >
              {isOpen ? <X size={20} aria-hidden="true" /> : <Menu size={20} aria-hidden="true" />}
            </button>
          </div>
        </div>
      </header>
    </>
  );
}
