/**
 * The steps of the budget in Redis. Each runs atomically. Cooldowns and grants use the clock of Redis.
 */

/** Milliseconds for which the scope (first key) or the whole venue (second key) is closed. */
const SHUT = `
local function shut(scope, venue)
  local longest = math.max(redis.call('PTTL', scope), redis.call('PTTL', venue))
  return math.max(0, longest)
end`;

/**
 * KEYS: this window, the one before, closing of the scope, closing of the venue, index of windows. ARGV: weight, backfill (0 or 1), cap,
 * half, early (0 or 1), carry (0 or 1), reserve, limit, life of a window in ms, member of the index, window's end, window's beginning.
 * Answers the numbers of readTakeAnswer. The sums are those of rules.ts.
 */
export const TAKE = `${SHUT}
local fields = {'taken', 'spilled', 'underWay', 'seen', 'held', 'backfill'}
local function read(key)
  local values = redis.call('HMGET', key, unpack(fields))
  local counters = {}
  for i, name in ipairs(fields) do counters[name] = tonumber(values[i] or 0) end
  return counters
end
local function used(counters, carried)
  return math.max(counters.taken + counters.spilled, counters.seen + counters.underWay) + carried
end
local weight, cap, half, reserve, life = tonumber(ARGV[1]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[7]), tonumber(ARGV[9])
local backfill, early, carry = ARGV[2] == '1', ARGV[5] == '1', ARGV[6] == '1'
local now, before, closed, granted = read(KEYS[1]), read(KEYS[2]), shut(KEYS[3], KEYS[4]), 0
local function fits(sum) return sum + weight <= cap or sum == 0 end
if closed == 0 and (not early or fits(used(before, 0))) then
  local sum = used(now, carry and before.underWay or 0)
  if fits(sum) then
    local kept = math.floor(math.max(0, before.held - now.held) * reserve / 1000)
    if not backfill or sum == 0 or sum + weight <= cap - kept or now.backfill + weight <= half then granted = 1 end
  end
end
local function add(key, field, amount)
  redis.call('HINCRBY', key, field, amount)
  redis.call('PEXPIRE', key, life)
end
if granted == 1 then
  local lane = backfill and 'backfill' or 'held'
  if now.taken == 0 then
    redis.call('HSET', KEYS[1], 'limit', ARGV[8])
    redis.call('ZADD', KEYS[5], ARGV[11], ARGV[10])
    redis.call('ZREMRANGEBYSCORE', KEYS[5], '-inf', '(' .. ARGV[12])
    redis.call('PEXPIRE', KEYS[5], 2 * 86400000)
  end
  add(KEYS[1], 'taken', weight)
  add(KEYS[1], lane, weight)
  now.taken = now.taken + weight
  now[lane] = now[lane] + weight
  add(KEYS[1], 'underWay', weight)
  now.underWay = now.underWay + weight
  if early then
    add(KEYS[2], 'spilled', weight)
    before.spilled = before.spilled + weight
  end
end
local answer = {granted, closed}
for _, name in ipairs(fields) do table.insert(answer, now[name]) end
for _, name in ipairs(fields) do table.insert(answer, before[name]) end
return answer`;

/** KEYS: next free turn, closing of the scope, closing of the venue. ARGV: spacing and horizon in ms. Answers granted, closedMs, waitMs. */
export const PACE = `${SHUT}
local closed = shut(KEYS[2], KEYS[3])
if closed > 0 then return {0, closed, 0} end
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local turn = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
local wait = math.ceil(turn - now)
if wait > tonumber(ARGV[2]) then return {0, 0, wait} end
local free = turn + tonumber(ARGV[1])
redis.call('SET', KEYS[1], string.format('%.3f', free), 'PX', math.ceil(free - now) + 1000)
return {1, 0, wait}`;

/** KEYS: the call's window, the one after. ARGV: no longer under way, seen, spill, told, life of a window in ms. */
export const SETTLE = `
local function number(key, field) return tonumber(redis.call('HGET', key, field) or 0) end
local under, seen, spill, told = number(KEYS[1], 'underWay'), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if spill > 0 then
  if told <= number(KEYS[2], 'taken') + number(KEYS[2], 'spilled') + under then
    redis.call('HINCRBY', KEYS[2], 'spilled', spill)
    redis.call('PEXPIRE', KEYS[2], ARGV[5])
  else
    seen = told
  end
end
if redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('HSET', KEYS[1], 'underWay', math.max(0, under - ARGV[1]), 'seen', math.max(number(KEYS[1], 'seen'), seen))
end
return 1`;

/** KEYS: the closing, index of closings. ARGV: ms, member of the index, its end. A shorter closing leaves a longer one as it is. */
export const CLOSE = `
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then
  redis.call('SET', KEYS[1], 1, 'PX', ARGV[1])
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[2])
  redis.call('PEXPIRE', KEYS[2], 8 * 86400000)
end
return 1`;
