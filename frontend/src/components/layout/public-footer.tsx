import type { ReactNode } from 'react';
import { site } from 'virtual:content/site';
import { outward } from '../../lib/outward';
import { Logo } from '../brand/logo';
import { SocialIcon } from '../brand/social-icon';
import { LanguageSwitch } from './language-switch';
import styles from './public-footer.module.css';

/**
 * The foot of everything a visitor sees: ways on, who is behind it, and the risk in a size that can be read. `languages` is another way to
 * choose one, where no script runs.
 */
export function PublicFooter({ languages = <LanguageSwitch /> }: { languages?: ReactNode }) {
  const { contact, footer, social } = site;
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.brand}>
          <Logo />
          <p>{footer.line}</p>
          {languages}
          {social.length > 0 && (
            <ul className={styles.social}>
              {social.map(({ network, label, link }) => (
                <li key={link}>
                  <a href={link} aria-label={label} title={label} {...outward(link)}>
                    <SocialIcon network={network} />
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        {footer.columns.map(({ title, links }) => (
          <nav key={title} className={styles.column} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {links.map(({ label, link }) => (
                <li key={link}>
                  <a href={link} {...outward(link)}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div className={styles.column}>
          <h2>{contact.title}</h2>
          <a href={`mailto:${contact.email}`}>{contact.email}</a>
          <address>
            {contact.address.map((line) => (
              <span key={line}>
                <bdi>{line}</bdi>
              </span>
            ))}
          </address>
        </div>
      </div>
      <div className={styles.small}>
        <p>{footer.risk}</p>
        <p>{footer.legal}</p>
      </div>
    </footer>
  );
}
