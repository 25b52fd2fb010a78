import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './button.module.css';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger';
interface Common {
  look?: Look;
  size?: 'medium' | 'small';
  wide?: boolean;
  icon?: ReactNode;
}

const classes = ({ look = 'secondary', size = 'medium', wide = false }: Common) =>
  [styles.button, styles[look], styles[size], wide && styles.wide].filter(Boolean).join(' ');

type ButtonProps = Common & ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean };

/** A button that says what happens. While busy it can't be pressed again, and its label says so. */
export function Button({ look, size, wide, icon, busy = false, disabled, type = 'button', children, className, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={[classes({ ...(look && { look }), ...(size && { size }), ...(wide && { wide }) }), className].filter(Boolean).join(' ')}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}

/** The look of a button for a link: pass the result as className to a Link or an anchor. */
export const buttonClass = (common: Common = {}) => classes(common);

export function ButtonAnchor({ look, size, wide, icon, children, ...rest }: Common & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...rest} className={classes({ ...(look && { look }), ...(size && { size }), ...(wide && { wide }) })}>
      {icon}
      {children}
    </a>
  );
}
