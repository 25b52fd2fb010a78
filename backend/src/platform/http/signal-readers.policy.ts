import { permits } from '../domain/permissions.rules.js';
import type { Standing } from './session-reader.port.js';

/** Who may read signals: holders of `signals.read`, and trade club members who paid. For routes, the live topic and emails. */
export const maySeeSignals = ({ role, teamRole, paid }: Standing): boolean =>
  permits(teamRole, 'signals.read') || (role === 'trade club' && paid);
