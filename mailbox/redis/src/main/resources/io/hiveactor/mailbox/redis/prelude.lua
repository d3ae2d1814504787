-- What every script begins with.
--
-- Times are microseconds of the server's clock. A Lua number is exact up to 2^53, which is in the year 2255: what would end
-- later ends then.
local pending, invisible, data, meta, lane = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local number, laneMillis, ttlMillis, channel = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3]), ARGV[4]

local FOREVER = 9007199254740992
local PASS = 500 -- at most so many are moved or dropped in one call, so that no call holds the server up

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

-- Not tostring, which rounds to 14 digits.
local function digits(n)
    return string.format('%.0f', n)
end

-- A call that comes again is one the client resent: it is answered as it was, and done no second time. One that comes after a
-- later call of its lane was given up by its caller.
local answered
local last = redis.call('GET', lane)
if last then
    local space = string.find(last, ' ', 1, true)
    local done = tonumber(string.sub(last, 1, space - 1))
    if done > number then
        return redis.error_reply('STALE call ' .. digits(number) .. ' came after call ' .. digits(done))
    elseif done == number then
        answered = string.sub(last, space + 1)
    end
end

-- When the first lease or delay ends; nil if nothing is hidden.
local function firstEnd()
    local first = redis.call('ZRANGE', invisible, 0, 0, 'WITHSCORES')
    return first[2] and tonumber(first[2])
end

-- What this call does, for whoever has to be told at its end: whether nothing was visible before it made something so (nil if
-- it does not), and the first end of a lease that it makes.
local wasEmpty
local soonest = FOREVER
local first -- when the first lease or delay ends, but for those of this call; nil if nothing is hidden

local function show(push, ...)
    local length = redis.call(push, pending, ...)
    if wasEmpty == nil then
        wasEmpty = length == select('#', ...)
    end
end

local function after(micros)
    return math.min(now + micros, FOREVER)
end

-- Whether a delivery is still in its receiver's hands. If something due has not been moved yet, its handle is still there, so
-- then the time is looked at, too.
local function isHeld(id, token)
    if redis.call('HGET', meta, id .. ':handle') ~= token then
        return false
    elseif first and first > now then
        return true
    end
    local ends = redis.call('ZSCORE', invisible, id)
    return ends and tonumber(ends) > now
end

local function hide(id, ends)
    redis.call('ZADD', invisible, digits(ends), id)
    soonest = math.min(soonest, ends)
end

-- In which order equal ends come.
local function nextFlight()
    return redis.call('HINCRBY', meta, 'flights', 1)
end

local function forget(id)
    redis.call('HDEL', data, id)
    redis.call('HDEL', meta, id .. ':count', id .. ':enqueued', id .. ':handle', id .. ':order', id .. ':reply_to')
end

-- The ids that are due: by their end, equal ends in the order they went in flight.
local function due()
    local found = redis.call('ZRANGEBYSCORE', invisible, '-inf', digits(now), 'WITHSCORES', 'LIMIT', 0, PASS)
    local entries, fields = {}, {}
    for i = 1, #found, 2 do
        entries[#entries + 1] = {id = found[i], ends = tonumber(found[i + 1])}
        fields[#fields + 1] = found[i] .. ':order'
    end
    if #entries == 0 then
        return entries
    end
    -- a pass that is full may have cut through equal ends, which come by id: leave the last of them for the next pass
    local cut = entries[#entries].ends
    if #entries == PASS and entries[1].ends ~= cut then
        while entries[#entries].ends == cut do
            entries[#entries] = nil
            fields[#fields] = nil
        end
    end
    local orders = redis.call('HMGET', meta, unpack(fields))
    for i = 1, #entries do
        entries[i].order = tonumber(orders[i] or 0)
    end
    table.sort(entries, function(a, b)
        if a.ends ~= b.ends then
            return a.ends < b.ends
        end
        return a.order < b.order
    end)
    return entries
end

-- Leases end here: whatever is due goes to the tail, in nobody's hands.
local function showDue()
    local ids, fields = {}, {}
    for i, entry in ipairs(due()) do
        ids[i] = entry.id
        fields[#fields + 1] = entry.id .. ':handle'
        fields[#fields + 1] = entry.id .. ':order'
    end
    if #ids > 0 then
        redis.call('ZREM', invisible, unpack(ids))
        redis.call('HDEL', meta, unpack(fields))
        show('LPUSH', unpack(ids))
    end
end

first = firstEnd()
local hadSome = first ~= nil -- hidden, whatever became of it
if first and first <= now and not answered then
    showDue()
    first = firstEnd()
end

local function forAllKeys(command, ...)
    for i = 1, 4 do
        redis.call(command, KEYS[i], ...)
    end
end

-- The keys live for the TTL after the last call, and an eighth of it more, so that not each call has to say so of each. A key
-- that this call has made has to be told in any case. Callers may have different TTLs: the longest counts, and none (0) is the
-- longest.
local function liveOn()
    local life = ttlMillis + math.floor(ttlMillis / 8)
    local isNew = wasEmpty and not hadSome
    if isNew and ttlMillis > 0 then
        return forAllKeys('PEXPIRE', life)
    end
    local left = redis.call('PTTL', meta) -- negative if it lives for ever, or there is none
    if left >= 0 and ttlMillis == 0 then
        return forAllKeys('PERSIST')
    elseif left >= 0 and left < ttlMillis then
        return forAllKeys('PEXPIRE', life)
    end
    if left >= 0 and wasEmpty then
        redis.call('PEXPIRE', pending, math.max(left, life))
    end
    if left >= 0 and not first then
        redis.call('PEXPIRE', invisible, math.max(left, life))
    end
end

-- Ends a call that was not answered before; isGone if it has left nothing of the queue. Waiting receivers are told when there
-- is something where there was nothing, and when the next lease ends sooner than they know.
local function finish(answer, isGone)
    redis.call('SET', lane, digits(number) .. ' ' .. answer, 'PX', laneMillis)
    if not isGone then
        liveOn()
    end
    if wasEmpty and not isGone then
        redis.call('PUBLISH', channel, 'visible')
    end
    if soonest < (first or FOREVER) then
        redis.call('PUBLISH', channel, digits(math.max(soonest - now, 0)))
    end
    return answer
end

