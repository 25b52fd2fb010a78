const admin = 'backend/src/admin/user-administration.ts';
const users = (file, name) => ({ project: 'integration', tests: `users/${file}`, ...(name && { name }) });
const http = 'backend/src/admin/http';

export const userControls = [
  { threat: 'T17', control: 'deactivation ends the sessions', file: admin, from: "    if (status === 'deactivated') await this.sessions.endAll(em, user.id);\n", to: '', ...users('user-standing') },
  { threat: 'T17', control: 'deletion ends the sessions', file: admin, from: '      await this.sessions.endAll(em, userId);\n', to: '', ...users('user-standing') },
  { threat: 'T17', control: 'deletion throws the exchange key away', file: admin, from: '      await this.exchange.removeKey(em, userId);\n', to: '', ...users('user-standing') },
  { threat: 'T18', control: 'nobody locks themselves out', file: 'backend/src/admin/user-acts.ts', from: '  if (user.id === adminId) return new OwnAccount();\n', to: '', ...users('(last-admin|user-standing)') },
  { threat: 'T18', control: 'two admins who delete each other leave one', file: admin, from: "    if (admin?.role !== 'admin' || admin.status !== 'active' || admin.rejected) throw", to: "    if (admin?.role === 'hedge fund') throw", ...users('last-admin') },
  { threat: 'T18', control: 'their rows are locked', file: admin, from: ' order by id for no key update`', to: ' order by id`', ...users('last-admin') },
  { threat: 'T22', control: 'deletion asks for a recent sign-in', file: `${http}/user-lists.v1.controller.ts`, from: "  @Delete('deleteuser/:userId')\n  @Access('admin')\n  @StepUp('recent')", to: "  @Delete('deleteuser/:userId')\n  @Access('admin')", ...users('user-') },
  { threat: 'T22', control: 'a file of users asks for a recent sign-in', file: `${http}/user-room-admin.controller.ts`, from: "  @Get('users.csv')\n  @Access('admin')\n  @StepUp('recent')", to: "  @Get('users.csv')\n  @Access('admin')", ...users('user-file') },
  { threat: 'T12', control: 'a file of users that was taken is written down', file: 'backend/src/admin/user-export.ts', from: "action: 'user.export'", to: "action: 'user.seen'", ...users('user-file') },
  { threat: 'T12', control: 'an admin takes so many files of users an hour', file: 'backend/src/admin/user-export.ts', from: "    await this.limits.consume('userFileAdmin', adminId);\n", to: '', ...users('user-file') },
  { threat: 'T22', control: 'changing many users asks for a recent sign-in', file: `${http}/users-admin.controller.ts`, from: "  @Post('bulk')\n  @HttpCode(200)\n  @Access('admin')\n  @StepUp('recent')", to: "  @Post('bulk')\n  @HttpCode(200)\n  @Access('admin')", ...users('user-bulk') },
  { threat: 'T17', control: 'a session that an admin ends is over for its token', file: 'backend/src/admin/user-sessions.ts', from: "!(await this.sessions.end(em, sessionId, 'ended-by-admin'))", to: 'false', ...users('user-room') },
  { threat: 'T22', control: 'ending a session asks for a recent sign-in', file: `${http}/user-room-admin.controller.ts`, from: "  @Post('sessions/:id/end')\n  @HttpCode(200)\n  @Access('admin')\n  @StepUp('recent')", to: "  @Post('sessions/:id/end')\n  @HttpCode(200)\n  @Access('admin')", ...users('user-room') },
  { threat: 'T6', control: 'a referral list is for admins and the owner of its code', file: 'backend/src/referrals/referral-lists.ts', from: "if (actor.role !== 'admin' && owner !== actor.userId) throw new NotYourCode();", to: '', project: 'integration', tests: 'referrals/' },
  { threat: 'T19', control: 'an update of a user sets the status and nothing else', file: `${http}/user-lists.dto.ts`, from: 'z.strictObject({ status', to: 'z.object({ status', project: 'contract', tests: 'routes', name: 'admin/users' },
];
