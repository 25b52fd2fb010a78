import { Link } from 'react-router';
import { consolePaths } from '../../config/console-routes';
import type { ChannelAddressWire } from '../../lib/wire/types';

/** Whose address it is. The club has addresses of its own. */
export function Member({ member }: Pick<ChannelAddressWire, 'member'>) {
  return member === null ? 'The club' : <Link to={consolePaths.user(member.userId)}>{member.fullName}</Link>;
}
