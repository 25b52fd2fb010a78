import { Migration } from '@mikro-orm/migrations';

/** One step of the budget at a time for a scope: what a step reads is still true when it writes. */
const alone = `perform pg_advisory_xact_lock(hashtextextended(concat_ws('|', 'exchange-budget', p_address, p_venue, p_scope), 15));`;
const shut = `select coalesce(max(ceil(extract(epoch from c."until" - clock_timestamp()) * 1000)), 0)::int into shut from "exchange_budget_closings" c
    where c."address" = p_address and c."venue" = p_venue and c."scope" in (p_scope, '*') and c."until" > clock_timestamp();`;

/** The sums are those of exchange/budget/rules.ts. Answers granted, closedMs, six counters of the window, six of the one before. */
const take = `
create function "exchange_budget_take"(p_address text, p_venue text, p_scope text, p_window_ms int, p_number bigint, p_limit int, p_ends_at timestamptz,
  p_weight int, p_backfill boolean, p_cap int, p_half int, p_early boolean, p_carry boolean, p_reserve int) returns int[] language plpgsql as $$
declare
  shut int; used int; used_before int; granted boolean := false;
  w "exchange_budget_windows"; b "exchange_budget_windows";
  step interval := p_window_ms * interval '1 millisecond';
begin
  ${alone}
  ${shut}
  select * into w from "exchange_budget_windows" o where o."address" = p_address and o."venue" = p_venue and o."scope" = p_scope and o."window_ms" = p_window_ms and o."number" = p_number;
  if w."taken" is null then
    -- Once a window: what nobody asks about any more goes, a bounded part of it at a time.
    delete from "exchange_budget_windows" d where d.ctid in (select o.ctid from "exchange_budget_windows" o where o."expires_at" < clock_timestamp() order by o."expires_at" limit 200 for update skip locked);
    w."taken" := 0; w."spilled" := 0; w."under_way" := 0; w."seen" := 0; w."held" := 0; w."backfill" := 0;
  end if;
  select * into b from "exchange_budget_windows" o where o."address" = p_address and o."venue" = p_venue and o."scope" = p_scope and o."window_ms" = p_window_ms and o."number" = p_number - 1;
  if b."taken" is null then
    b."taken" := 0; b."spilled" := 0; b."under_way" := 0; b."seen" := 0; b."held" := 0; b."backfill" := 0;
  end if;
  used := greatest(w."taken" + w."spilled", w."seen" + w."under_way") + case when p_carry then b."under_way" else 0 end;
  used_before := greatest(b."taken" + b."spilled", b."seen" + b."under_way");
  granted := shut = 0
    and (not p_early or used_before + p_weight <= p_cap or used_before = 0)
    and (used + p_weight <= p_cap or used = 0)
    and (not p_backfill or used = 0 or used + p_weight <= p_cap - greatest(0, b."held" - w."held")::bigint * p_reserve / 1000 or w."backfill" + p_weight <= p_half);
  if granted then
    w."taken" := w."taken" + p_weight;
    if p_backfill then w."backfill" := w."backfill" + p_weight; else w."held" := w."held" + p_weight; end if;
    w."under_way" := w."under_way" + p_weight;
    insert into "exchange_budget_windows" as o ("address", "venue", "scope", "window_ms", "number", "weight_limit", "taken", "under_way", "held", "backfill", "ends_at", "expires_at")
      values (p_address, p_venue, p_scope, p_window_ms, p_number, p_limit, w."taken", w."under_way", w."held", w."backfill", p_ends_at, p_ends_at + 2 * step)
      on conflict ("address", "venue", "scope", "window_ms", "number") do update set "weight_limit" = p_limit, "taken" = w."taken", "under_way" = w."under_way", "held" = w."held", "backfill" = w."backfill";
    if p_early then
      perform "exchange_budget_spill"(p_address, p_venue, p_scope, p_window_ms, p_number - 1, p_limit, p_ends_at - step, p_weight);
      b."spilled" := b."spilled" + p_weight;
    end if;
  end if;
  return array[granted::int, shut, w."taken", w."spilled", w."under_way", w."seen", w."held", w."backfill", b."taken", b."spilled", b."under_way", b."seen", b."held", b."backfill"];
end $$;`;

const spill = `
create function "exchange_budget_spill"(p_address text, p_venue text, p_scope text, p_window_ms int, p_number bigint, p_limit int, p_ends_at timestamptz, p_weight int) returns void language sql as $$
  insert into "exchange_budget_windows" as o ("address", "venue", "scope", "window_ms", "number", "weight_limit", "spilled", "ends_at", "expires_at")
    values (p_address, p_venue, p_scope, p_window_ms, p_number, p_limit, p_weight, p_ends_at, p_ends_at + 2 * p_window_ms * interval '1 millisecond')
    on conflict ("address", "venue", "scope", "window_ms", "number") do update set "spilled" = o."spilled" + p_weight;
$$;`;

const settle = `
create function "exchange_budget_settle"(p_address text, p_venue text, p_scope text, p_window_ms int, p_number bigint, p_limit int, p_ends_at timestamptz, p_under_way int, p_seen int, p_spill int, p_told int) returns void language plpgsql as $$
declare
  possible int; counted int := p_seen;
begin
  ${alone}
  if p_spill > 0 then
    select coalesce(sum(case when o."number" = p_number then o."under_way" else o."taken" + o."spilled" end), 0) into possible from "exchange_budget_windows" o
      where o."address" = p_address and o."venue" = p_venue and o."scope" = p_scope and o."window_ms" = p_window_ms and o."number" in (p_number, p_number + 1);
    if p_told <= possible then
      perform "exchange_budget_spill"(p_address, p_venue, p_scope, p_window_ms, p_number + 1, p_limit, p_ends_at + p_window_ms * interval '1 millisecond', p_spill);
    else
      counted := p_told;
    end if;
  end if;
  update "exchange_budget_windows" o set "under_way" = greatest(0, o."under_way" - p_under_way), "seen" = greatest(o."seen", counted)
    where o."address" = p_address and o."venue" = p_venue and o."scope" = p_scope and o."window_ms" = p_window_ms and o."number" = p_number;
end $$;`;

/** Answers granted, closedMs, waitMs. */
const pace = `
create function "exchange_budget_pace"(p_address text, p_venue text, p_scope text, p_spacing_ms double precision, p_horizon_ms int) returns int[] language plpgsql as $$
declare
  shut int; free timestamptz; turn timestamptz; wait int;
begin
  ${alone}
  ${shut}
  if shut > 0 then return array[0, shut, 0]; end if;
  select o."free_at" into free from "exchange_budget_paces" o where o."address" = p_address and o."venue" = p_venue and o."scope" = p_scope;
  turn := greatest(clock_timestamp(), coalesce(free, clock_timestamp()));
  wait := ceil(greatest(0, extract(epoch from turn - clock_timestamp()) * 1000));
  if wait > p_horizon_ms then return array[0, 0, wait]; end if;
  if free is null then
    delete from "exchange_budget_paces" d where d.ctid in (select o.ctid from "exchange_budget_paces" o where o."free_at" < clock_timestamp() - interval '1 hour' order by o."free_at" limit 200 for update skip locked);
  end if;
  insert into "exchange_budget_paces" ("address", "venue", "scope", "free_at") values (p_address, p_venue, p_scope, turn + p_spacing_ms * interval '1 millisecond')
    on conflict ("address", "venue", "scope") do update set "free_at" = excluded."free_at";
  return array[1, 0, wait];
end $$;`;

export class Migration20261121001500_exchange_budget extends Migration {
  override name = 'Migration20261121001500_exchange_budget';

  override up(): void {
    this.addSql(
      `create unlogged table "exchange_budget_windows" ("address" text not null, "venue" text not null, "scope" text not null, "window_ms" int not null, "number" bigint not null, "weight_limit" int not null, "taken" int not null default 0, "spilled" int not null default 0, "under_way" int not null default 0, "seen" int not null default 0, "held" int not null default 0, "backfill" int not null default 0, "ends_at" timestamptz not null, "expires_at" timestamptz not null, primary key ("address", "venue", "scope", "window_ms", "number")) with (fillfactor = 50);`,
    );
    this.addSql(`create index "exchange_budget_windows_expires_index" on "exchange_budget_windows" ("expires_at");`);
    this.addSql(
      `create unlogged table "exchange_budget_paces" ("address" text not null, "venue" text not null, "scope" text not null, "free_at" timestamptz not null, primary key ("address", "venue", "scope"));`,
    );
    this.addSql(`create index "exchange_budget_paces_free_index" on "exchange_budget_paces" ("free_at");`);
    this.addSql(
      `create table "exchange_budget_closings" ("address" text not null, "venue" text not null, "scope" text not null, "until" timestamptz not null, primary key ("address", "venue", "scope"));`,
    );
    for (const definition of [spill, take, settle, pace]) this.addSql(definition);
  }

  override down(): void {
    for (const name of ['take', 'settle', 'pace', 'spill']) this.addSql(`drop function "exchange_budget_${name}";`);
    for (const name of ['windows', 'paces', 'closings']) this.addSql(`drop table "exchange_budget_${name}";`);
  }
}
