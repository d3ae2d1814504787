-- ARGV: id, handle, for how many microseconds nobody is to see it. Answers 1 if it was held, else 0.
if answered then
    return answered
end
local id, delay = ARGV[5], tonumber(ARGV[7])
if not isHeld(id, ARGV[6]) then
    return finish('0')
end
redis.call('HDEL', meta, id .. ':handle')
if delay > 0 then
    hide(id, after(delay))
    redis.call('HSET', meta, id .. ':order', nextFlight())
else
    redis.call('ZREM', invisible, id)
    redis.call('HDEL', meta, id .. ':order')
    show('LPUSH', id)
end
return finish('1')
