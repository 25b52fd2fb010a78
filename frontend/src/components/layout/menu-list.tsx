import { useId } from 'react';
import { MenuEntry, type MenuItem } from './menu-item';
import styles from './menu-list.module.css';

interface MenuListProps {
  menu: readonly MenuItem[];
  home: string;
  collapsed?: boolean;
  onFollow?: () => void;
}

/** The menu in its groups, each under its heading; items without one come first. */
export function MenuList({ menu, home, collapsed = false, onFollow }: MenuListProps) {
  const id = useId();
  const groups = [...new Set(menu.map(({ group }) => group))];
  return groups.map((group, at) => (
    <div key={group ?? ''} className={styles.group} data-collapsed={collapsed || undefined}>
      {group && (
        <p id={`${id}-${at}`} className={styles.heading}>
          {group}
        </p>
      )}
      <ul aria-labelledby={group ? `${id}-${at}` : undefined}>
        {menu
          .filter((item) => item.group === group)
          .map((item) => (
            <li key={item.to}>
              <MenuEntry item={item} home={home} look={collapsed ? 'rail' : 'row'} {...(onFollow && { onFollow })} />
            </li>
          ))}
      </ul>
    </div>
  ));
}
