import { Injectable } from '@nestjs/common';
import type { Membership } from '../domain/index.js';
import { DemoMembersService, FirstAdminService, type SeededAccount } from '../../club/users/index.js';
import { DemoMemberSeeder } from './demo-member.seeder.js';

export interface SignIn {
  who: string;
  email: string;
  /** Null if only its owner knows it. */
  password: string | null;
}

/** Creates the first admin and the demo members through the product's services. */
@Injectable()
export class AccountSeeder {
  constructor(
    private readonly admins: FirstAdminService,
    private readonly members: DemoMembersService,
    private readonly admission: DemoMemberSeeder,
  ) {}

  /** Creates what is missing and returns the sign-ins to show. */
  async run(): Promise<SignIn[]> {
    const admin = await this.admins.ensure();
    const members = await this.members.ensure();
    for (const [membership, { userId, created }] of Object.entries(members)) {
      if (admin && created) await this.admission.admit({ userId, membership: membership as Membership }, admin.userId);
    }
    const rows: [string, SeededAccount | null | undefined][] = [
      ['admin', admin],
      ['trade club', members['trade club']],
      ['hedge fund', members['hedge fund']],
    ];
    return rows.flatMap(([who, account]) => (account ? [{ who, email: account.email, password: account.password }] : []));
  }
}
