export type Who = 'visitor' | 'trade club' | 'hedge fund' | 'admin';

export interface BadRequest {
  name: string;
  as?: Who;
  body?: object;
  /** Fields and files of a multipart form. */
  form?: Record<string, string | Buffer | undefined>;
  query?: string;
  token?: string;
  status: number;
  /** Fields the answer must name, in any order. */
  fields?: string[];
}

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{member}` is a member's id, `{own}` the caller's, `{none}` an id that nothing has. */
  path: string;
  /** Who is let in; everybody else gets 401 (visitors) or 403. */
  allowed: Who[];
  /** The status an allowed caller gets with an empty request. */
  empty: number;
  stateChangingGet?: boolean;
  bad?: BadRequest[];
}

export const everybody: Who[] = ['visitor', 'trade club', 'hedge fund', 'admin'];
export const signedIn: Who[] = ['trade club', 'hedge fund', 'admin'];
export const members: Who[] = ['trade club', 'hedge fund'];
export const admins: Who[] = ['admin'];

/** A PNG of eight pixels. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWPgzivFihiGlgQAJaE7gX8NhFkAAAAASUVORK5CYII=',
  'base64',
);

export const paging: BadRequest[] = ['page=0', 'page=x', 'perPage=0', 'perPage=9999999', 'page=-1'].map((query) => ({
  name: query,
  as: 'admin',
  query,
  status: 400,
  fields: [query.split('=')[0]!],
}));
export const list = (fields: { needsMember?: boolean } = {}): BadRequest[] => [
  { name: 'an unknown sort', as: 'admin', query: 'sort=["password_hash","ASC"]', status: 400, fields: ['sort'] },
  { name: 'a sort direction that is SQL', as: 'admin', query: 'sort=["id","ASC; drop table users"]', status: 400, fields: ['sort'] },
  { name: 'an endless range', as: 'admin', query: 'range=[0,1000000]', status: 400, fields: ['range'] },
  {
    name: 'a filter that does not exist',
    as: 'admin',
    query: 'filter={"password_hash":"x"}',
    status: 400,
    fields: ['filter.password_hash'],
  },
  { name: 'a filter that is not JSON', as: 'admin', query: 'filter={', status: 400, fields: ['filter'] },
  ...(fields.needsMember
    ? [{ name: 'a member that is no id', as: 'admin' as const, query: 'filter={"userId":"x"}', status: 400, fields: ['filter.userId'] }]
    : []),
];
