import { removeIf, removeStatement, replace } from '../../../scripts/lib/mutation/operations.mjs';

const heads = { project: 'integration', tests: 'transparency/audit-heads' };
const rewrites = { project: 'proofs', tests: 'cli/backup-rewrites' };
const restored = { project: 'integration', tests: 'audit/restored-chain' };

export const auditEndControls = [
  {
    id: 'S6.1',
    control: 'the verification of the audit chain compares it with the signed heads',
    mutation: removeStatement('AuditVerifierService.read', 'await this.signedHeads(_, _)'),
    ...heads,
  },
  {
    id: 'S6.2',
    control: 'no head is signed over an audit log that was cut',
    mutation: removeIf('HeadSignerService.sign', '!(await this.isAsSigned(_, _))'),
    ...heads,
  },
  {
    id: 'S6.3',
    control: 'only a restore that our key vouches for explains later anchors',
    mutation: replace('AuditAnchorsService.mac', 'restored ? _ : _', "'audit-anchor/v1'"),
    ...restored,
  },
  {
    id: 'O1.1',
    control: 'a backup refuses a table that was rewritten behind its snapshot',
    mutation: removeStatement('onSnapshot', 'await refuseHollow(client)'),
    ...rewrites,
  },
];
