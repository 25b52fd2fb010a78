import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { containing } from '../../platform/persistence/page.query.js';

/** The searched text, exactly as in `signals_search_index`: PostgreSQL uses an index on an expression for the same expression only. */
const searched = sql`(base || '/' || quote || ' ' || base || quote || ' ' || market_condition || ' ' || signal_message)`;
const pair = sql`(base || '/' || quote || ' ' || base || quote)`;

/** Matches signals by a part of their pair, market condition or message. */
export const signalMatches = (q: string): RawBuilder<SqlBool> => sql`${searched} ilike ${containing(q)}`;

/** Matches signals by a part of their pair, with or without the slash. */
export const signalPairMatches = (q: string): RawBuilder<SqlBool> => sql`${signalMatches(q)} and ${pair} ilike ${containing(q)}`;
