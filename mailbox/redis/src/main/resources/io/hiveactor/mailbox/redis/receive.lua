-- ARGV: how many at most, for how many microseconds, the handle they get.
-- Answers how many are left to be seen, in how many microseconds the next lease ends (-1 for none), then of each message its
-- id, body, delivery count, time of sending and where replies go.
local most, lease, token = tonumber(ARGV[5]), tonumber(ARGV[6]), ARGV[7]
local ids, answer = {}, {0, -1}

local function add(id, body, count)
    local kept = redis.call('HMGET', meta, id .. ':enqueued', id .. ':reply_to')
    for _, part in ipairs({id, body, tostring(count), kept[1] or '0', kept[2] or ''}) do
        answer[#answer + 1] = part
    end
end

if answered then
    for id in string.gmatch(answered, '%S+') do
        if isHeld(id, token) then
            add(id, redis.call('HGET', data, id), redis.call('HGET', meta, id .. ':count'))
        end
    end
else
    for _ = 1, PASS do
        local id = #ids < most and redis.call('RPOP', pending)
        if not id then
            break
        end
        local body = redis.call('HGET', data, id)
        if body then
            hide(id, after(lease))
            redis.call('HSET', meta, id .. ':handle', token, id .. ':order', nextFlight())
            ids[#ids + 1] = id
            add(id, body, redis.call('HINCRBY', meta, id .. ':count', 1))
        else
            forget(id)
        end
    end
end
answer[1] = redis.call('LLEN', pending)
if not answered then
    wasEmpty = wasEmpty and answer[1] > 0 -- what became visible and was taken at once is no news
    finish(table.concat(ids, ' '))
end
local nextEnd = math.min(first or FOREVER, soonest)
if nextEnd < FOREVER then
    answer[2] = math.max(nextEnd - now, 0)
end
return answer
