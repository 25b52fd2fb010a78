export const memberships = ['trade club', 'hedge fund'] as const;
export type Membership = (typeof memberships)[number];

export const roles = ['admin', ...memberships] as const;
export type Role = (typeof roles)[number];

export function isMembership(value: string): value is Membership {
  return (memberships as readonly string[]).includes(value);
}
