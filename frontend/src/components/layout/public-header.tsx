import { hashLink, paths } from '../../config/routes';
import { Logo } from '../brand/logo';
import { buttonClass } from '../feedback/button';
import { ColorSwitch } from './color-switch';
import styles from './public-header.module.css';

/**
 * The head of everything a visitor sees. Plain hash links: the landing page carries no router, and a hash link works the
 * same inside of one.
 */
export function PublicHeader() {
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <a href={hashLink(paths.landing)} className={styles.home} aria-label="Tidemark, home">
          <Logo />
        </a>
        <nav aria-label="Account" className={styles.actions}>
          <ColorSwitch />
          <a href={hashLink(paths.login)} className={buttonClass({ look: 'quiet' })}>
            Log in
          </a>
          <a href={hashLink(paths.register)} className={buttonClass({ look: 'primary' })}>
            Sign up
          </a>
        </nav>
      </div>
    </header>
  );
}
